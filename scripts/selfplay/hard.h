/* The level `hard`, as in bot/opponents/{hard,lap}.py. */
#include "game.h"

enum { SLOTS = 1 << 15 };

typedef struct {
    uint64_t key[SLOTS];
    float row[SLOTS][FEWEST + 1];
    float hazard[FEWEST + 1];
} Table;

/* Hand values against one rival and against more, and those for the seat to move. */
static Table tables[2], *values = tables;

static int slot_in(const Table *table, uint64_t key) {
    unsigned at = (unsigned)((key * 0x9e3779b97f4a7c15ULL) >> 49);
    while (table->key[at] && table->key[at] != key) at = (at + 1) % SLOTS;
    return (int)at;
}

static void load_tables(const char *name) {
    FILE *file = fopen(name, "rb");
    double head[FEWEST + 1], row[FEWEST];
    uint64_t rows, key;
    for (Table *table = tables; table < tables + 2; table++) {
        if (!file || fread(head, sizeof head, 1, file) != 1 || fread(&rows, sizeof rows, 1, file) != 1) exit(2);
        for (int m = 0; m <= FEWEST; m++) table->hazard[m] = (float)head[m];
        for (; rows; rows--) {
            if (fread(&key, sizeof key, 1, file) != 1 || fread(row, sizeof row, 1, file) != 1) exit(2);
            int at = slot_in(table, key);
            table->key[at] = key;
            for (int m = 0; m < FEWEST; m++) table->row[at][m + 1] = (float)row[m];
        }
    }
    fclose(file);
}

static uint64_t key_of(Cards hand) {
    uint64_t key = 0;
    for (; hand; hand &= hand - 1) key += 1ULL << 3 * rank_of(lowest(hand));
    return key;
}

/* The hand's ranks; and for every run in it the ranks with a set of like points in its place. */
static int keys_of(Cards hand, uint64_t *keys) {
    Meld runs[100];
    int n = 1, all = runs_of(hand, runs);
    keys[0] = key_of(hand);
    for (int at = 0; at < all; at++) {
        Cards cards = 0;
        int size = runs[at].count, naturals = 0;
        for (int i = 0; i < size; i++) cards |= 1ULL << runs[at].cards[i], naturals += runs[at].cards[i] < 52;
        if (naturals < 2) continue;
        int stand_in = (int)rint((double)points(cards) / size);
        stand_in = stand_in < 1 ? 1 : stand_in > 13 ? 13 : stand_in;
        uint64_t rest = keys[0] - key_of(cards);
        while (rest >> 3 * stand_in & 7 && stand_in < 13) stand_in++;
        keys[n++] = rest + ((uint64_t)(size < 4 ? size : 4) << 3 * stand_in);
    }
    return n;
}

static float tabulated(Cards hand, int fewest) {
    uint64_t keys[101];
    int n = keys_of(hand, keys);
    float best = 1e6f;
    for (int at = 0; at < n; at++) {
        int slot = slot_in(values, keys[at]);
        float cost = values->key[slot] ? values->row[slot][fewest] : (float)points(hand) + 6;
        if (cost < best) best = cost;
    }
    return best;
}

static float tabulated_draw(Cards kept, const int *unseen, int left, int fewest) {
    uint64_t keys[101];
    int n = keys_of(kept, keys);
    float sum = 0;
    for (int rank = 0; rank < 14; rank++) {
        if (!unseen[rank]) continue;
        float best = 1e6f;
        for (int at = 0; at < n; at++) {
            int slot = slot_in(values, keys[at] + (1ULL << 3 * rank));
            if (values->key[slot] && values->row[slot][fewest] < best) best = values->row[slot][fewest];
        }
        sum += (float)unseen[rank] * (best < 1e5f ? best : (float)(points(kept) + 6 + rank));
    }
    return sum / (float)left;
}

static int ranks_in(Cards cards, int *ranks) {
    memset(ranks, 0, 14 * sizeof *ranks);
    int n = count(cards);
    for (; cards; cards &= cards - 1) ranks[rank_of(lowest(cards))]++;
    return n ? n : 1;
}

static float plain_at_most(const Game *g, int seat, const int *ranks, int most) {
    float part[11] = {0}, sum = 0, totals[CALLS + 1] = {0};
    int known = points(g->known[seat]), hidden = count(g->hand[seat]) - count(g->known[seat]);
    if (most < 0 || known > most) return 0;
    int sorted = g->turns[seat] < 4 ? g->turns[seat] : 4;
    for (int r = 0; r < 14; r++) part[r > 10 ? 10 : r] += (float)ranks[r];
    for (int v = 0; v < 11; v++) sum += part[v] *= expf(-0.04f * (float)(sorted * v));
    totals[known] = 1;
    for (int i = 0; i < hidden; i++)
        for (int t = most; t >= 0; t--) {
            float into = 0;
            for (int v = 0; v <= t && v < 11; v++) into += totals[t - v] * part[v] / sum;
            totals[t] = into;
        }
    float all = 0;
    for (int t = 0; t <= most; t++) all += totals[t];
    return all;
}

/* Unseen cards with which a hand gets down to `aim` by one turn more; `least`: the lowest open card it may take. */
static int reaches(Cards hand, int aim, int least, const int *ranks, int left) {
    int sets[14] = {0}, total = points(hand), most = 0, found = 0;
    if (total <= aim && R.lap == OPTIONAL_LAP) return left;
    for (Cards rest = hand; rest; rest &= rest - 1) sets[rank_of(lowest(rest))] += value_of(lowest(rest));
    for (int r = 0; r < 14; r++) most = sets[r] > most ? sets[r] : most;
    int room = aim - (total - most);
    if (room < 0) return 0;
    if (least <= room) return left;
    for (int r = 0; r < 14; r++) found += (r > 10 ? 10 : r) <= room ? ranks[r] : 0;
    return found;
}

/* P(nobody beats this hand after his last turn), from hands that are imagined. */
static float safe_in_lap(const Game *g, const int *rivals, int of, int own) {
    enum { IMAGINED = 40 };
    Cards unseen = unseen_by(g, g->to_move);
    int list[PACK], left = 0, ranks[14], aim = own - !R.beaten_level;
    if (aim < 0) return 1;
    ranks_in(unseen, ranks);
    for (Cards rest = unseen; rest; rest &= rest - 1) list[left++] = lowest(rest);
    if (!left) return 1;
    float safe = 1;
    for (int i = 0; i < of; i++) {
        int seat = rivals[i], hidden = count(g->hand[seat]) - count(g->known[seat]), least = 99;
        int sorted = g->turns[seat] < 4 ? g->turns[seat] : 4;
        float upto[PACK], sum = 0, found = 0;
        for (int c = 0; c < left; c++) upto[c] = sum += expf(-0.04f * (float)(sorted * value_of(list[c])));
        if (!i) {
            least = value_of(g->open[g->laid - 1]);
            if (!R.top_only && value_of(g->open[0]) < least) least = value_of(g->open[0]);
        }
        for (int k = 0; k < IMAGINED; k++) {
            Cards hand = g->known[seat];
            for (int h = 0; h < hidden; h++) {
                float at = share() * sum;
                int low = 0, high = left - 1;
                while (low < high) {
                    int mid = (low + high) / 2;
                    if (upto[mid] > at) high = mid;
                    else low = mid + 1;
                }
                hand |= 1ULL << list[low];
            }
            found += (float)reaches(hand, aim, least, ranks, left) / (float)left;
        }
        safe *= 1 - found / IMAGINED;
    }
    return safe;
}

/* The turn of a final lap that costs least when the caller shows after it; -1 for a pass. */
static int last_turn(const Game *g, int caller, const Move *moves, int n) {
    int me = g->to_move, rivals[SEATS], of = others(g, me, rivals), ranks[14], best = -1;
    int left = ranks_in(unseen_by(g, me), ranks);
    float shown[CALLS + 2] = {0}, price[2 * MOST + 1], least = 1e9f, whole = 0;
    for (int p = 0; p <= R.calls; p++) {
        float upto = plain_at_most(g, caller, ranks, p);
        shown[p] = upto - whole;
        whole = upto;
    }
    for (int p = 0; p <= 2 * MOST; p++) {
        float beats = 0;
        for (int c = p + !R.beaten_level; c <= R.calls; c++) beats += shown[c];
        beats /= whole > 0 ? whole : 1;
        price[p] = (1 - beats) * (float)(p - saved(g->total[me], p)) - beats * (float)R.penalty / (float)of;
    }
    if (R.lap == OPTIONAL_LAP) least = price[points(g->hand[me])];
    for (int at = 0; at < n; at++) {
        float cost = 0;
        int p = points(moves[at].kept);
        if (moves[at].draw >= 0) cost = price[p + value_of(moves[at].draw)];
        else
            for (int r = 0; r < 14; r++) cost += price[p + (r > 10 ? 10 : r)] * (float)ranks[r] / (float)left;
        if (cost < least) least = cost, best = at;
    }
    return best;
}

/* Down to the call limit, by a card nobody knows. */
static int way_down(const Move *moves, int n) {
    int best = 0;
    float least = 1e9f;
    for (int at = 0; at < n; at++) {
        int p = points(moves[at].kept) + (moves[at].draw < 0 ? 0 : value_of(moves[at].draw));
        float cost = (float)p + (moves[at].draw < 0 ? 6.0f : p <= R.calls ? 0.0f : 1000.0f);
        if (cost < least) least = cost, best = at;
    }
    return best;
}

static float best_shed(Cards hand, float card) {
    Meld melds[160];
    float best = 0;
    for (int at = discards_of(hand, melds) - 1; at >= 0; at--) {
        float shed = card * (float)(melds[at].count - 1);
        for (int i = 0; i < melds[at].count; i++) shed += (float)value_of(melds[at].cards[i]);
        best = shed > best ? shed : best;
    }
    return best;
}

/* The same under a low call limit: by the cards that are left once the best of them are laid. */
static int fewer_cards(const Game *g, const Move *moves, int n) {
    enum { FAR = 1000 };
    int ranks[14], left = ranks_in(unseen_by(g, g->to_move), ranks), best = 0;
    float card = 0, least = 1e9f;
    for (int r = 0; r < 14; r++) card += (float)(ranks[r] * (r > 10 ? 10 : r)) / (float)left;
    for (int at = 0; at < n; at++) {
        int drawn = moves[at].draw, p = points(moves[at].kept), outs = 0;
        Cards hand = moves[at].kept | (drawn < 0 ? 0 : 1ULL << drawn);
        float cost;
        if (drawn >= 0 && p + value_of(drawn) <= R.calls) {
            cost = (float)(p + value_of(drawn) - FAR);
        } else {
            float shed = best_shed(hand, card);
            cost = (float)points(hand) - shed + card * (float)(count(hand) - 1);
            if (drawn < 0) {
                int held[14];
                ranks_in(hand, held);
                for (int r = 1; r < 14; r++) outs += held[r] ? ranks[r] : 0;
                cost += card * (1.3f - (float)outs / (float)left);
            } else if (shed <= best_shed(moves[at].kept, card) + (float)value_of(drawn)) {
                cost += FAR;
            }
        }
        if (cost < least) least = cost, best = at;
    }
    return best;
}

/* The move that `hard` makes; -1 for a call. */
static int hard(const Game *g, const Move *moves, int n) {
    int me = g->to_move, rivals[SEATS], of = others(g, me, rivals), ranks[14], fewest = FEWEST;
    int left = ranks_in(unseen_by(g, me), ranks), own = points(g->hand[me]);
    float safe = 1, stays = 1;
    values = &tables[of > 1];
    for (int i = 0; i < of; i++) {
        int cards = count(g->hand[rivals[i]]);
        if (cards < fewest) fewest = cards;
        stays *= 1 - values->hazard[cards];
        if (own <= R.calls && !R.lap) safe *= 1 - plain_at_most(g, rivals[i], ranks, own - !R.beaten_level);
    }
    float base = of == 1 || R.lap ? 0.15f : 0.22f, rise = of == 1 ? 0.02f : 0.015f * (float)of;
    float accepted = base + rise * (float)(g->turns[me] > 6 ? g->turns[me] - 6 : 0);
    int late = g->turns_of_all >= LATE;
    if (own <= R.calls && R.lap && !late) safe = safe_in_lap(g, rivals, of, own);
    if (own <= R.calls && (late || 1 - safe <= accepted)) return -1;
    if (late) return R.calls < CALLS ? fewer_cards(g, moves, n) : way_down(moves, n);
    float wish = (float)(LATE - g->turns_of_all) / 12;
    float soon = (1 - stays) * (wish < 1 ? wish : 1), bonus[MOST + 1];
    for (int p = 0; p <= MOST; p++) bonus[p] = soon * (float)saved(g->total[me], p);
    int has_bonus = 0;
    for (int p = 0; p <= MOST; p++) has_bonus |= saved(g->total[me], p) > 0;
    int best = 0;
    float least = 1e9f;
    for (int at = 0; at < n; at++) {
        float cost;
        int p = points(moves[at].kept);
        if (moves[at].draw >= 0) {
            p += value_of(moves[at].draw);
            cost = tabulated(moves[at].kept | 1ULL << moves[at].draw, fewest) - (p <= MOST ? bonus[p] : 0);
        } else {
            cost = tabulated_draw(moves[at].kept, ranks, left, fewest);
            for (int r = 0; has_bonus && r < 14; r++) {
                int with = p + (r > 10 ? 10 : r);
                if (with <= MOST) cost -= bonus[with] * (float)ranks[r] / (float)left;
            }
        }
        if (cost < least) least = cost, best = at;
    }
    return best;
}
