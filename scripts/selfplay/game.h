/* Yaniv under the rules that `R` holds, fast enough for millions of rounds of self-play. Cards as in bot.engine.cards. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t Cards;

/* PACK, CALLS and OUT are the most there is room for: cards, points to call with, the limit. */
enum { SEATS = 4, PACK = 54, CALLS = 7, OUT = 200, LATE = 56, FEWEST = 5, MOST = 50, BEYOND = 128 };
enum { NO_LAP, OPTIONAL_LAP, COMPULSORY_LAP };

/* House rules, as scripts/train_expert.py writes them down. */
typedef struct {
    int pack, calls, limit, penalty, plus, beaten_level, first_over, dealer_starts, runs, top_only, lap;
    int lands[OUT + BEYOND]; /* what a total becomes */
} Rules;

static Rules R;

static const Cards JOKERS = 3ULL << 52;

typedef struct {
    int seats, to_move, turns_of_all;
    int total[SEATS], in[SEATS], turns[SEATS];
    Cards hand[SEATS], known[SEATS], buried;
    int stock[PACK], left;
    int open[5], laid, dealer;
} Game;

typedef struct {
    Cards kept;
    int discard[5], laid;
    int draw; /* -1: from the stock */
} Move;

typedef struct {
    int cards[5], count;
} Meld;

static uint64_t chance_state = 1;

static uint64_t chance(void) {
    uint64_t z = (chance_state += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

static int below(int n) { return (int)((chance() >> 32) * (uint64_t)n >> 32); }
static float share(void) { return (float)(chance() >> 40) / (float)(1 << 24); }

static int rank_of(int card) { return card >= 52 ? 0 : card % 13 + 1; }
static int value_of(int card) { int r = rank_of(card); return r > 10 ? 10 : r; }
static int count(Cards cards) { return __builtin_popcountll(cards); }
static int lowest(Cards cards) { return __builtin_ctzll(cards); }

static int points(Cards hand) {
    int sum = 0;
    for (; hand; hand &= hand - 1) sum += value_of(lowest(hand));
    return sum;
}

static int landed(int total) { return R.lands[total]; }
static int saved(int total, int more) { return more ? total + more - landed(total + more) : 0; }

/* Runs of a hand, in the order in which they lie: gaps first, spare jokers high, then low. */
static int runs_of(Cards hand, Meld *found) {
    int n = 0, jokers = count(hand & JOKERS);
    if (!R.runs) return 0;
    for (int suit = 0; suit < 4; suit++) {
        int held = (int)(hand >> 13 * suit) & 0x1fff;
        if (!held || __builtin_popcount(held) + jokers < 3) continue;
        for (int set = held; set; set = (set - 1) & held) {
            int low = __builtin_ctz(set), high = 31 - __builtin_clz(set);
            int size = __builtin_popcount(set), gaps = high - low + 1 - size;
            for (int used = gaps; used <= jokers; used++) {
                if (size + used < 3 || size + used > 5) continue;
                int spare = used - gaps;
                int above = spare < 12 - high ? spare : 12 - high, under = spare - above;
                if (under > low) continue;
                for (int pick = 0; pick < (used == 1 && jokers == 2 ? 2 : 1); pick++) {
                    int joker = jokers == 1 ? lowest(hand & JOKERS) : 52 + pick;
                    Meld *meld = &found[n++];
                    meld->count = 0;
                    for (int r = low - under; r <= high + above; r++)
                        meld->cards[meld->count++] = r >= 0 && set >> r & 1 ? 13 * suit + r : joker++;
                }
            }
        }
    }
    return n;
}

static int discards_of(Cards hand, Meld *found) {
    int n = 0;
    for (Cards rest = hand; rest; rest &= rest - 1) {
        found[n].cards[0] = lowest(rest);
        found[n++].count = 1;
    }
    for (int r = 0; r < 13; r++) {
        int same[4], of = 0;
        for (int suit = 0; suit < 4; suit++)
            if (hand >> (13 * suit + r) & 1) same[of++] = 13 * suit + r;
        for (int set = 3; of > 1 && set < 1 << of; set++) {
            if (__builtin_popcount(set) < 2) continue;
            found[n].count = 0;
            for (int at = 0; at < of; at++)
                if (set >> at & 1) found[n].cards[found[n].count++] = same[at];
            n++;
        }
    }
    return n + runs_of(hand, found + n);
}

static int moves_of(const Game *g, Move *moves) {
    Meld melds[160];
    int n = 0, all = discards_of(g->hand[g->to_move], melds);
    for (int at = 0; at < all; at++) {
        Cards shed = 0;
        for (int i = 0; i < melds[at].count; i++) shed |= 1ULL << melds[at].cards[i];
        for (int draw = 0; draw < (g->laid > 1 && !R.top_only ? 3 : 2); draw++) {
            Move *move = &moves[n++];
            move->kept = g->hand[g->to_move] & ~shed;
            move->laid = melds[at].count;
            memcpy(move->discard, melds[at].cards, sizeof move->discard);
            move->draw = draw == 0 ? -1 : draw == 1 && !R.top_only ? g->open[0] : g->open[g->laid - 1];
        }
    }
    return n;
}

static void shuffle(int *cards, int n) {
    for (int at = n - 1; at > 0; at--) {
        int other = below(at + 1), card = cards[at];
        cards[at] = cards[other];
        cards[other] = card;
    }
}

static void deal(Game *g, int starter) {
    int pack[PACK], at = 0;
    for (int c = 0; c < R.pack; c++) pack[c] = c;
    shuffle(pack, R.pack);
    g->turns_of_all = 0;
    g->to_move = starter;
    g->buried = 0;
    for (int seat = 0; seat < g->seats; seat++) {
        g->hand[seat] = g->known[seat] = 0;
        g->turns[seat] = 0;
        for (int i = 0; g->in[seat] && i < 5; i++) g->hand[seat] |= 1ULL << pack[at++];
    }
    g->open[0] = pack[at++];
    g->laid = 1;
    g->left = 0;
    while (at < R.pack) g->stock[g->left++] = pack[at++];
}

static void play(Game *g, const Move *move) {
    int me = g->to_move, drawn = move->draw;
    Cards lay = 0;
    for (int i = 0; i < g->laid; i++) lay |= 1ULL << g->open[i];
    g->known[me] &= move->kept;
    if (drawn < 0) {
        if (!g->left) {
            for (Cards rest = g->buried; rest; rest &= rest - 1) g->stock[g->left++] = lowest(rest);
            shuffle(g->stock, g->left);
            g->buried = 0;
        }
        drawn = g->stock[--g->left];
    } else {
        g->known[me] |= 1ULL << drawn;
        lay &= ~(1ULL << drawn);
    }
    g->hand[me] = move->kept | 1ULL << drawn;
    g->buried |= lay;
    memcpy(g->open, move->discard, sizeof g->open);
    g->laid = move->laid;
    g->turns[me]++;
    g->turns_of_all++;
    do g->to_move = (g->to_move + 1) % g->seats;
    while (!g->in[g->to_move]);
}

static void load_rules(const char *name) {
    FILE *file = fopen(name, "rb");
    if (!file || fread(&R, sizeof R, 1, file) != 1) exit(2);
    fclose(file);
}

/* Points that a call of this seat would make everybody write; returns who starts the next round. */
static int show(const Game *g, int caller, int *wrote) {
    int called = points(g->hand[caller]), lowest_points = called + R.beaten_level, winner = caller;
    for (int step = 1; step < g->seats; step++) {
        int seat = (caller + step) % g->seats;
        wrote[seat] = 0;
        if (!g->in[seat]) continue;
        wrote[seat] = points(g->hand[seat]);
        if (wrote[seat] < lowest_points) lowest_points = wrote[seat], winner = seat;
    }
    wrote[caller] = winner == caller ? 0 : called * R.plus + R.penalty;
    for (int seat = 0; seat < g->seats; seat++)
        if (winner != caller && seat != caller && g->in[seat] && wrote[seat] == lowest_points) wrote[seat] = 0;
    return winner;
}

/* Write the points down; returns how many seats are still in. */
static int write_down(Game *g, const int *wrote) {
    int still = 0;
    for (int seat = 0; seat < g->seats; seat++) {
        if (!g->in[seat]) continue;
        if (wrote[seat]) g->total[seat] = landed(g->total[seat] + wrote[seat]);
        g->in[seat] = g->total[seat] <= R.limit;
        still += g->in[seat];
    }
    return still;
}

static int others(const Game *g, int me, int *rivals) {
    int n = 0;
    for (int step = 1; step < g->seats; step++)
        if (g->in[(me + step) % g->seats]) rivals[n++] = (me + step) % g->seats;
    return n;
}

static Cards unseen_by(const Game *g, int me) {
    Cards seen = g->hand[me] | g->buried;
    for (int i = 0; i < g->laid; i++) seen |= 1ULL << g->open[i];
    for (int seat = 0; seat < g->seats; seat++) seen |= g->known[seat];
    return ((1ULL << R.pack) - 1) & ~seen;
}
