/* Matches of `hard` and of what has been learned so far. */
#include "learning.h"

static const float LAMBDA = 0.8f, NOISE = 1.5f, NOISE_SHARE = 0.15f;

enum { TRAIL = 80, ROWS = 400 };
enum { HARD, EXPERT, LEARNER };

typedef struct {
    Facts facts;
    float base, cost;
} Step;

static float gauss(void) { return (share() + share() + share() + share() - 2) * 1.732f; }

/* Everybody else's last turn. */
static void final_lap(Game *g, int caller) {
    Move moves[480];
    do g->to_move = (g->to_move + 1) % g->seats;
    while (!g->in[g->to_move]);
    while (g->to_move != caller) {
        int choice = last_turn(g, caller, moves, moves_of(g, moves));
        if (choice >= 0) {
            play(g, &moves[choice]);
            continue;
        }
        do g->to_move = (g->to_move + 1) % g->seats;
        while (!g->in[g->to_move]);
    }
}

/* What a call of this seat now would really cost it, in points as its match stands. */
static float real_price(const Game *g, const Sense *s) {
    int wrote[SEATS], total[SEATS];
    Game after = *g;
    if (R.lap) final_lap(&after, s->me);
    show(&after, s->me, wrote);
    for (int i = 0; i < g->seats; i++) total[i] = g->in[i] && wrote[i] ? landed(g->total[i] + wrote[i]) : g->total[i];
    return (equity(g, s->me, g->total) - equity(g, s->me, total)) / s->rate;
}

/* The move of `expert`, -1 for a call. With a `step` it learns: there it leaves what it looked at. */
static int expert(const Game *g, const Move *moves, int n, Sense *s, Step *step, float noise) {
    int own = points(g->hand[g->to_move]), best = 0;
    look(g, g->to_move, s);
    const Net *net = &nets[s->of > 1];
    start_weighing(net, s);
    float least = 1e9f;
    Facts f;
    for (int at = 0; at < n; at++) {
        float base = facts_of_move(g, s, &moves[at], &f), cost = base + weigh(net, s, &f);
        float with = cost + (noise > 0 ? noise * gauss() : 0);
        if (with >= least) continue;
        least = with, best = at;
        if (step) step->facts = f, step->base = base, step->cost = cost;
    }
    if (own > R.calls) return best;
    float base = facts_of_call(s, own, &f), cost = base + weigh(net, s, &f);
    /* The hands are all here, so that every call that may be made teaches, whether it is made or not. */
    if (step) remember(&s->facts, &f, real_price(g, s) - base);
    return cost + (noise > 0 ? noise * gauss() : 0) <= least ? -1 : best;
}

typedef struct {
    Facts moment[TRAIL];
    Step step[TRAIL];
    float rate[TRAIL];
    int n;
} Trail;

static Trail trails[SEATS];

/* A move of the seat to move, -1 for a call; what a learner looked at goes into its trail. */
static int choose(const Game *g, const Move *moves, int n, int kind, int learns) {
    if (kind == HARD || g->turns_of_all >= LATE) return hard(g, moves, n);
    Sense s;
    Trail *trail = &trails[g->to_move];
    learns = learns && kind == LEARNER && trail->n < TRAIL;
    float noise = kind == LEARNER && share() < NOISE_SHARE ? NOISE : 0;
    int choice = expert(g, moves, n, &s, learns ? &trail->step[trail->n] : NULL, noise);
    if (!learns) return choice;
    note_hidden(g, &s);
    trail->moment[trail->n] = s.facts;
    trail->rate[trail->n] = s.rate;
    trail->n += choice >= 0;
    return choice;
}

/* A round is over: returns backwards from what it did to the chance of winning, each move's own guess mixed in. */
static void learn_round(const Game *before, const Game *after) {
    for (int seat = 0; seat < before->seats; seat++) {
        Trail *trail = &trails[seat];
        if (!trail->n) continue;
        float target = (equity(before, seat, before->total) - equity(before, seat, after->total)) / trail->rate[0];
        for (int at = trail->n - 1; at >= 0; at--) {
            if (at < trail->n - 1) target = LAMBDA * target + (1 - LAMBDA) * trail->step[at + 1].cost;
            remember(&trail->moment[at], &trail->step[at].facts, target - trail->step[at].base);
        }
    }
}

/* Play a round to its end; returns who starts the next one. */
static int play_round(Game *g, int starter, const int *kind, int learns) {
    Move moves[480];
    deal(g, starter);
    for (int seat = 0; seat < g->seats; seat++) trails[seat].n = 0;
    for (;;) {
        int n = moves_of(g, moves), choice = choose(g, moves, n, kind[g->to_move], learns);
        if (choice < 0) break;
        play(g, &moves[choice]);
    }
    int wrote[SEATS] = {0};
    if (R.lap) final_lap(g, g->to_move);
    Game before = *g;
    int winner = show(g, g->to_move, wrote);
    write_down(g, wrote);
    learn_round(&before, g);
    return winner;
}

static int next_in(const Game *g, int seat) {
    do seat = (seat + 1) % g->seats;
    while (!g->in[seat] && (g->in[0] | g->in[1] | g->in[2] | g->in[3]));
    return seat;
}

/* Who of those still in has the lowest total, level ones by lot. */
static int lowest_total(const Game *g) {
    int found = -1, level = 0;
    for (int seat = 0; seat < g->seats; seat++) {
        if (!g->in[seat]) continue;
        if (found < 0 || g->total[seat] < g->total[found]) found = seat, level = 1;
        else if (g->total[seat] == g->total[found] && !below(++level)) found = seat;
    }
    return found;
}

/* One match; learners learn where more than two are left, or where two are. `record` gets the totals before
   each round, -1 for a seat that is out. Returns the winner. */
static int match(int seats, const int *kind, int learn_many, double *record, int *rows) {
    Game g = {.seats = seats};
    int starter = 1 % seats;
    for (int seat = 0; seat < seats; seat++) g.in[seat] = 1;
    for (;;) {
        int still = 0, winner = 0;
        for (int seat = 0; seat < seats; seat++) still += g.in[seat], winner = g.in[seat] ? seat : winner;
        if (still < 2 || (R.first_over && still < seats)) return still < 2 ? winner : lowest_total(&g);
        if (record && *rows < ROWS) {
            double *row = record + 5 * (*rows)++;
            for (int seat = 0; seat < SEATS; seat++) row[seat] = seat < seats && g.in[seat] ? g.total[seat] : -1;
        }
        starter = play_round(&g, starter, kind, (still > 2) == learn_many);
        if (!R.dealer_starts) continue;
        g.dealer = next_in(&g, g.dealer);
        starter = next_in(&g, g.dealer);
    }
}
