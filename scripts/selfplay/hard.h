/* The level `hard` under the classic rules, as in bot/opponents/hard.py. */
#include "game.h"

enum { SLOTS = 1 << 15 };

static uint64_t slot_key[SLOTS];
static float slot_row[SLOTS][FEWEST + 1];
static float hazard[FEWEST + 1];

static int slot_of(uint64_t key) {
    unsigned at = (unsigned)((key * 0x9e3779b97f4a7c15ULL) >> 49);
    while (slot_key[at] && slot_key[at] != key) at = (at + 1) % SLOTS;
    return (int)at;
}

static void load_table(const char *name) {
    FILE *file = fopen(name, "rb");
    double head[FEWEST + 1], row[FEWEST];
    uint64_t key;
    if (!file || fread(head, sizeof head, 1, file) != 1) exit(2);
    for (int m = 0; m <= FEWEST; m++) hazard[m] = (float)head[m];
    while (fread(&key, sizeof key, 1, file) == 1 && fread(row, sizeof row, 1, file) == 1) {
        int at = slot_of(key);
        slot_key[at] = key;
        for (int m = 0; m < FEWEST; m++) slot_row[at][m + 1] = (float)row[m];
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
        int slot = slot_of(keys[at]);
        float cost = slot_key[slot] ? slot_row[slot][fewest] : (float)points(hand) + 6;
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
            int slot = slot_of(keys[at] + (1ULL << 3 * rank));
            if (slot_key[slot] && slot_row[slot][fewest] < best) best = slot_row[slot][fewest];
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
    float part[11] = {0}, sum = 0, totals[LIMIT + 1] = {0};
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

/* Down to the call limit, by a card nobody knows. */
static int way_down(const Move *moves, int n) {
    int best = 0;
    float least = 1e9f;
    for (int at = 0; at < n; at++) {
        int p = points(moves[at].kept) + (moves[at].draw < 0 ? 0 : value_of(moves[at].draw));
        float cost = (float)p + (moves[at].draw < 0 ? 6.0f : p <= LIMIT ? 0.0f : 1000.0f);
        if (cost < least) least = cost, best = at;
    }
    return best;
}

/* The move that `hard` makes; -1 for a call. */
static int hard(const Game *g, const Move *moves, int n) {
    int me = g->to_move, rivals[SEATS], of = others(g, me, rivals), ranks[14], fewest = FEWEST;
    int left = ranks_in(unseen_by(g, me), ranks), own = points(g->hand[me]);
    float safe = 1, stays = 1;
    for (int i = 0; i < of; i++) {
        int cards = count(g->hand[rivals[i]]);
        if (cards < fewest) fewest = cards;
        stays *= 1 - hazard[cards];
        if (own <= LIMIT) safe *= 1 - plain_at_most(g, rivals[i], ranks, own);
    }
    float base = of == 1 ? 0.15f : 0.22f, rise = of == 1 ? 0.02f : 0.015f * (float)of;
    float accepted = base + rise * (float)(g->turns[me] > 6 ? g->turns[me] - 6 : 0);
    int late = g->turns_of_all >= LATE;
    if (own <= LIMIT && (late || 1 - safe <= accepted)) return -1;
    if (late) return way_down(moves, n);
    float wish = (float)(LATE - g->turns_of_all) / 12;
    float soon = (1 - stays) * (wish < 1 ? wish : 1), bonus[MOST + 1];
    for (int p = 0; p <= MOST; p++) bonus[p] = soon * (float)saved(g->total[me], p);
    int has_bonus = g->total[me] >= 50 && g->total[me] != 100 && (g->total[me] < 100 || g->total[me] >= 150);
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
