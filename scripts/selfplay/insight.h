/* What `expert` looks at and how it weighs it, as in bot/opponents/{insight,prospects,stakes,learned}.py. */
#include "hard.h"

enum { HIDDEN = 32, MANY = 160, POINTS = 51, TOTALS = 32, SHOWN = 13, TURNS = 5 };

#define BLOCKS(X) \
    X(NEXT, 25) X(TURN, 12) X(ATMOST, 11) X(MEANS, 2) X(NKNOWN, 6) X(SHOWNBY, 65) X(SHOWNSIZE, 5) X(UNSEEN, 15) \
    X(OWNMARK, 13) X(RIVALMARK, 13) X(OWNTOTAL, 10) X(RIVALTOTAL, 10) X(RIVALS, 3) X(LATENESS, 1) \
    X(SIZE, 25) X(TOTAL, 32) X(HELD, 42) X(STOCK, 5) X(TAKEN, 11) X(ENDS, 14) X(FEED, 55) X(MATCH, 20) X(LAID, 5) \
    X(LAIDJOKERS, 3) X(EXPOSED, 8) X(JOKER, 15) X(NEIGHBOURS, 8) X(OUTS, 1) X(COSTS, 5) X(BANDTHREAT, 48) \
    X(BANDFEWEST, 40) X(CALL, 40) X(CALLFEWEST, 40) X(CALLCOSTS, 3)
enum {
#define X(name, size) name, name##_END = name + (size) - 1,
    BLOCKS(X)
#undef X
    INPUTS
};

typedef struct {
    float in[INPUTS][HIDDEN], straight[INPUTS], bias[HIDDEN], out[HIDDEN];
} Net;

typedef struct {
    uint16_t at[MANY];
    float by[MANY];
    int n;
} Facts;

typedef struct {
    int me, rivals[SEATS], of, fewest, next_cards, ranks[14], left, threat;
    float spread[SEATS][POINTS], risk[POINTS], call[CALLS + 1], pay[POINTS], soon, rate;
    Facts facts;
    float hidden[HIDDEN], straight;
} Sense;

static float worth[2][OUT + 1]; /* how good it is to stand at a total, two or more players left */
/* The same without learning, by the rounds that a total lasts, as in bot/opponents/lasting.py. */
static struct {
    float mean[2][OUT + 1], sharp[2];
} lasting;
static int is_learned;
/* How much likelier than its share of the unseen a hidden card's value is, and the counts it follows from. */
static float lean[2][5][TURNS][SHOWN][11];
static double seen_values[2][5][TURNS][SHOWN][11][2];

static void load_lasting(const char *name) {
    FILE *file = fopen(name, "rb");
    if (!file || fread(&lasting, sizeof lasting, 1, file) != 1) exit(2);
    fclose(file);
}

static float luck(const Game *g, int me, const int *total, int still) {
    int many = still > 2, lowest_wins = many && R.first_over;
    float of[SEATS], all = 0, least = 1e9f;
    for (int seat = 0; seat < g->seats; seat++) {
        if (!g->in[seat] || total[seat] > R.limit) continue;
        float mean = lasting.mean[many][total[seat]];
        of[seat] = lasting.sharp[many] * (lowest_wins ? mean : sqrtf(mean));
        least = mean < least ? mean : least;
    }
    float by = lowest_wins ? 1 / sqrtf(least + 1) : 1;
    for (int seat = 0; seat < g->seats; seat++)
        if (g->in[seat] && total[seat] <= R.limit) all += expf(by * (of[seat] - of[me]));
    return 1 / all;
}

/* The part of a win where the lowest total decides at once. */
static float lowest_of(const Game *g, int me, const int *total, int still) {
    int level = 0;
    for (int seat = 0; seat < g->seats; seat++) {
        if (!g->in[seat] || (still && total[seat] > R.limit)) continue;
        if (total[seat] < total[me]) return 0;
        level += total[seat] == total[me];
    }
    return 1 / (float)level;
}

static float equity(const Game *g, int me, const int *total) {
    int still = 0, in = 0;
    for (int seat = 0; seat < g->seats; seat++) still += g->in[seat] && total[seat] <= R.limit, in += g->in[seat];
    if (!is_learned) {
        if (still && total[me] > R.limit) return 0;
        if (!still || (R.first_over && still < in)) return lowest_of(g, me, total, still);
        return luck(g, me, total, still);
    }
    float all = 0, own = 0;
    for (int seat = 0; seat < g->seats; seat++) {
        if (!g->in[seat] || total[seat] > R.limit) continue;
        float w = worth[still > 2][total[seat]];
        all += w;
        if (seat == me) own = w;
    }
    return all > 0 ? own / all : 0;
}

static float equity_with(const Game *g, int me, int seat, int more) {
    int total[SEATS];
    memcpy(total, g->total, sizeof total);
    if (more) total[seat] = landed(total[seat] + more);
    return equity(g, me, total);
}

/* Winning chances that a point is worth. */
static float rate_of(const Game *g, int me) {
    int total[SEATS];
    float base = equity(g, me, g->total), gained = 0, lost;
    memcpy(total, g->total, sizeof total);
    total[me] = total[me] + 10 > R.limit ? R.limit : total[me] + 10;
    lost = base - equity(g, me, total);
    memcpy(total, g->total, sizeof total);
    for (int seat = 0; seat < g->seats; seat++)
        if (seat != me && g->in[seat]) total[seat] = total[seat] + 10 > R.limit ? R.limit : total[seat] + 10;
    gained = equity(g, me, total) - base;
    float rate = (lost + gained) / 20;
    return rate > 0.001f ? rate : 0.001f;
}

static void add(Facts *f, int at, float by) {
    f->at[f->n] = (uint16_t)at;
    f->by[f->n++] = by;
}

static int value_shown(const Game *g, int last, int seat) {
    if (seat != last || !g->turns[seat]) return 12;
    return g->laid > 1 ? 11 : value_of(g->open[0]);
}

static const float *lean_of(const Game *g, const Sense *s, int seat) {
    int turns = g->turns[seat] < 4 ? g->turns[seat] : 4;
    return lean[s->of > 1][count(g->hand[seat]) - 1][turns][value_shown(g, s->rivals[s->of - 1], seat)];
}

static void spread_of(const Game *g, const Sense *s, int i, float *spread) {
    int seat = s->rivals[i], hidden = count(g->hand[seat]) - count(g->known[seat]);
    const float *by = lean_of(g, s, seat);
    float part[11] = {0}, sum = 0;
    for (int r = 0; r < 14; r++) part[r > 10 ? 10 : r] += (float)s->ranks[r];
    for (int v = 0; v < 11; v++) sum += part[v] *= by[v];
    memset(spread, 0, POINTS * sizeof *spread);
    spread[points(g->known[seat])] = 1;
    for (int c = 0; c < hidden; c++) {
        float into[POINTS] = {0};
        for (int v = 0; v < 11; v++)
            for (int t = v; t < POINTS; t++) into[t] += spread[t - v] * part[v] / sum;
        memcpy(spread, into, sizeof into);
    }
}

static int mark_reach(int total) {
    for (int d = 0; d <= 50; d++)
        if (landed(total + d) < total + d) return d ? (d - 1) / 4 : -1;
    return -1;
}

static int tenth(int total) { return total < R.limit ? 10 * total / R.limit : 9; }

static void look(const Game *g, int me, Sense *s) {
    memset(s, 0, sizeof *s);
    s->me = me;
    s->of = others(g, me, s->rivals);
    values = &tables[s->of > 1];
    s->left = ranks_in(unseen_by(g, me), s->ranks);
    s->fewest = FEWEST;
    float stays = 1, safe[POINTS], gain[CALLS + 1] = {0};
    s->rate = rate_of(g, me);
    float base = equity(g, me, g->total);
    for (int t = 0; t < POINTS; t++) safe[t] = 1, s->pay[t] = (base - equity_with(g, me, me, t)) / s->rate;
    float mean = 0, next_mean = 0;
    for (int i = 0; i < s->of; i++) {
        int seat = s->rivals[i], cards = count(g->hand[seat]);
        if (cards < s->fewest) s->fewest = cards;
        stays *= 1 - values->hazard[cards];
        spread_of(g, s, i, s->spread[i]);
        float below_it = 0, part = 0, of = 0, got = 0;
        for (int t = 0; t < POINTS; t++) {
            below_it += R.beaten_level ? s->spread[i][t] : 0;
            safe[t] *= 1 - below_it;
            below_it += R.beaten_level ? 0 : s->spread[i][t];
            part += s->spread[i][t] * (float)t;
        }
        for (int t = POINTS - 1; t > 0; t--) {
            of += s->spread[i][t];
            got += s->spread[i][t] * (equity_with(g, me, seat, t) - base) / s->rate;
            if (t <= R.calls + 1) gain[t - 1] += got / (of > 1e-6f ? of : 1e-6f);
        }
        mean += part / (float)s->of;
        if (!i) next_mean = part;
    }
    for (int t = 0; t < POINTS; t++) s->risk[t] = 1 - (safe[t] > 0 ? safe[t] : 0);
    for (int t = 0; t <= R.calls; t++)
        s->call[t] = s->risk[t] * (base - equity_with(g, me, me, t * R.plus + R.penalty)) / s->rate - (1 - s->risk[t]) * gain[t];
    s->soon = 1 - stays;
    float d = s->risk[R.calls];
    s->threat = d < 0.01f ? 0 : d < 0.05f ? 1 : d < 0.15f ? 2 : d < 0.3f ? 3 : d < 0.55f ? 4 : 5;
    int next = s->rivals[0], last = s->rivals[s->of - 1];
    s->next_cards = count(g->hand[next]);
    Facts *f = &s->facts;
    add(f, NEXT + (s->next_cards - 1) * 5 + s->fewest - 1, 1);
    add(f, TURN + (g->turns[me] < 11 ? g->turns[me] : 11), 1);
    static const int most[11] = {0, 1, 2, 3, 4, 5, 6, 7, 9, 11, 14};
    for (int k = 0; k < 11; k++) add(f, ATMOST + k, s->risk[most[k]]);
    add(f, MEANS, next_mean / 10);
    add(f, MEANS + 1, mean / 10);
    int known = count(g->known[next]);
    add(f, NKNOWN + (known < 4 ? known : 4), 1);
    add(f, NKNOWN + 5, (float)points(g->known[next]) / 10);
    add(f, SHOWNBY + (count(g->hand[last]) - 1) * 13 + value_shown(g, last, last), 1);
    add(f, SHOWNSIZE + g->laid - 1, 1);
    for (int r = 0; r < 14; r++) add(f, UNSEEN + r, (float)s->ranks[r] / 4);
    add(f, UNSEEN + 14, (float)s->left / 50);
    int own_mark = mark_reach(g->total[me]), mark = mark_reach(g->total[next]);
    if (own_mark >= 0) add(f, OWNMARK + own_mark, 1);
    if (mark >= 0) add(f, RIVALMARK + mark, 1);
    add(f, OWNTOTAL + tenth(g->total[me]), 1);
    add(f, RIVALTOTAL + tenth(g->total[next]), 1);
    add(f, RIVALS + s->of - 1, 1);
    add(f, LATENESS, (float)g->turns_of_all / LATE);
}

static const int bands[23] = {0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6};

static int match_of(const Game *g, const Sense *s, const int *ends, int n) {
    int found = 0;
    for (int e = 0; e < n; e++)
        for (int i = 0; i < s->of; i++)
            for (Cards rest = g->known[s->rivals[i]]; rest; rest &= rest - 1) {
                int other = lowest(rest), apart = abs(rank_of(other) - rank_of(ends[e]));
                int level = !apart ? (i ? 1 : 3) : !i && other / 13 == ends[e] / 13 && apart < 3 ? 2 : 0;
                if (level > found) found = level;
            }
    return found;
}

/* Facts of a move; returns what table and marks alone say of it. */
static float facts_of_move(const Game *g, const Sense *s, const Move *move, Facts *f) {
    f->n = 0;
    Cards hand = move->kept | (move->draw >= 0 ? 1ULL << move->draw : 0);
    int n = count(hand) + (move->draw < 0), p = points(hand), m = s->fewest;
    float landing = 0, risk = 0, may = 0, call = 0, table, mean = 0;
    int from = move->draw < 0 ? 0 : -1;
    for (int r = from; r < (from ? 0 : 14); r++) {
        if (!from && !s->ranks[r]) continue;
        float part = from ? 1 : (float)s->ranks[r] / (float)s->left;
        int t = from ? p : p + (r > 10 ? 10 : r);
        add(f, TOTAL + (t < TOTALS ? t : TOTALS - 1), part);
        mean += part * (float)t;
        if (t < POINTS) landing += part * ((float)t - s->pay[t]);
        if (t <= R.calls) risk += part * s->risk[t], may += part, call += part * s->call[t];
    }
    landing *= s->soon;
    if (from) {
        table = tabulated(hand, m);
        add(f, TAKEN + value_of(move->draw), 1);
    } else {
        table = tabulated_draw(move->kept, s->ranks, s->left, m);
        add(f, STOCK + n - 1, 1);
    }
    int held[14] = {0};
    for (Cards rest = hand; rest; rest &= rest - 1) held[rank_of(lowest(rest))]++;
    float outs = 0;
    for (int r = 0; r < 14; r++) {
        for (int k = 0; k < held[r] && k < 3; k++) add(f, HELD + 14 * k + r, 1);
        if (r) outs += (float)(held[r] * s->ranks[r]);
    }
    int ends[2] = {move->discard[0], move->discard[move->laid - 1]}, of = move->laid > 1 ? 2 : 1, least = 10;
    for (int e = 0; e < of; e++) {
        add(f, ENDS + rank_of(ends[e]), 1);
        if (value_of(ends[e]) < least) least = value_of(ends[e]);
    }
    add(f, FEED + (s->next_cards - 1) * 11 + least, 1);
    add(f, MATCH + (s->next_cards - 1) * 4 + match_of(g, s, ends, of), 1);
    add(f, LAID + move->laid - 1, 1);
    int jokers = 0;
    for (int i = 0; i < move->laid; i++) jokers += move->discard[i] >= 52;
    add(f, LAIDJOKERS + jokers, 1);
    Cards shown = g->known[s->me] & hand;
    if (move->draw >= 0) shown |= 1ULL << move->draw;
    int k = count(shown);
    add(f, EXPOSED + k, 1);
    add(f, EXPOSED + 6, (float)points(shown) / 10);
    if (k == n) add(f, EXPOSED + 7, 1);
    jokers = count(hand & JOKERS);
    add(f, SIZE + (n - 1) * 5 + m - 1, 1);
    add(f, JOKER + (n - 1) * 3 + jokers, 1);
    int near = 0;
    for (Cards rest = hand & ~JOKERS; rest; rest &= rest - 1)
        for (Cards more = rest & (rest - 1); more; more &= more - 1) {
            int a = lowest(rest), b = lowest(more);
            near += a / 13 == b / 13 && b - a < 3;
        }
    add(f, NEIGHBOURS + (near < 3 ? near : 3) * 2 + (jokers > 0), 1);
    add(f, OUTS, outs / 8);
    add(f, COSTS, table / 10);
    add(f, COSTS + 1, landing / 10);
    add(f, COSTS + 2, risk);
    add(f, COSTS + 3, may);
    add(f, COSTS + 4, call / 10);
    int band = mean < 23 ? bands[(int)mean] : 7;
    add(f, BANDTHREAT + s->threat * 8 + band, 1);
    add(f, BANDFEWEST + (m - 1) * 8 + band, 1);
    return table - landing;
}

static float facts_of_call(const Sense *s, int own, Facts *f) {
    f->n = 0;
    add(f, CALL + own * 5 + s->next_cards - 1, 1);
    add(f, CALLFEWEST + own * 5 + s->fewest - 1, 1);
    add(f, CALLCOSTS, s->call[own] / 10);
    add(f, CALLCOSTS + 1, s->risk[own]);
    add(f, CALLCOSTS + 2, 1);
    return s->call[own];
}

static void start_weighing(const Net *net, Sense *s) {
    memcpy(s->hidden, net->bias, sizeof s->hidden);
    s->straight = 0;
    for (int i = 0; i < s->facts.n; i++) {
        const float *row = net->in[s->facts.at[i]], by = s->facts.by[i];
        for (int h = 0; h < HIDDEN; h++) s->hidden[h] += by * row[h];
        s->straight += by * net->straight[s->facts.at[i]];
    }
}

/* What the facts add, in points. */
static float weigh(const Net *net, const Sense *s, const Facts *f) {
    float hidden[HIDDEN], sum = s->straight;
    memcpy(hidden, s->hidden, sizeof hidden);
    for (int i = 0; i < f->n; i++) {
        const float *row = net->in[f->at[i]], by = f->by[i];
        for (int h = 0; h < HIDDEN; h++) hidden[h] += by * row[h];
        sum += by * net->straight[f->at[i]];
    }
    for (int h = 0; h < HIDDEN; h++) sum += hidden[h] > 0 ? hidden[h] * net->out[h] : 0;
    return 10 * sum;
}
