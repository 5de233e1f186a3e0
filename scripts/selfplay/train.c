/* Learns by self-play what `expert` knows: RULES TABLE LASTING NUMBERS
   LEARN_STANDINGS SEED ROUNDS_TWO ROUNDS_MORE MATCHES. See scripts/train_expert.py. */
#include "play.h"

enum { PER_ROUND = 40000, WORTH_MATCHES_TWO = 20000, WORTH_MATCHES_MORE = 4000 };

static const float HARD_SHARE = 0.6f, SPEED = 0.001f;
static const double SMOOTH = 0.12;

/* The share of matches that `expert` wins against `hard` alone, and half its 95 % interval. */
static double contest(int seats, int matches, float *half) {
    double won = 0;
    for (int m = 0; m < matches; m++) {
        int kind[SEATS] = {HARD};
        kind[m % seats] = EXPERT;
        won += match(seats, kind, 0, NULL, NULL) == m % seats;
    }
    double share_won = won / matches;
    *half = 1.96f * (float)sqrt(share_won * (1 - share_won) / matches);
    return share_won;
}

/* How wrong the standings are about who won: the slope for each total, and the number of rounds used. */
static int worth_slope(const double *record, int rows, int many, const double *h, double *slope) {
    int used = 0;
    memset(slope, 0, (OUT + 1) * sizeof *slope);
    for (int r = 0; r < rows; r++) {
        const double *row = record + 5 * (size_t)r;
        double all = 0, e[SEATS];
        int still = 0;
        for (int s = 0; s < SEATS; s++) still += row[s] >= 0, all += e[s] = row[s] >= 0 ? exp(h[(int)row[s]]) : 0;
        if ((still > 2) != many) continue;
        used++;
        for (int s = 0; s < SEATS; s++)
            if (row[s] >= 0) slope[(int)row[s]] += e[s] / all - ((int)row[4] == s);
    }
    for (int t = 1; t < R.limit; t++) { /* neighbouring totals are worth much the same */
        double bend = SMOOTH * used * (h[t - 1] - 2 * h[t] + h[t + 1]);
        slope[t] -= 2 * bend, slope[t - 1] += bend, slope[t + 1] += bend;
    }
    return used;
}

/* Luce's choice: a chance of winning is a standing's share of all standings. Fitted by Adam. */
static void fit_standings(const double *record, int rows, int many) {
    double h[OUT + 1], m1[OUT + 1] = {0}, m2[OUT + 1] = {0}, slope[OUT + 1];
    int used = 0;
    for (int t = 0; t <= R.limit; t++) h[t] = log(worth[many][t] > 0 ? worth[many][t] : exp(-0.015 * t));
    for (int pass = 1; pass <= 400; pass++) {
        used = worth_slope(record, rows, many, h, slope);
        if (used < 1000) return;
        for (int t = 0; t <= R.limit; t++) {
            m1[t] += 0.1 * (slope[t] - m1[t]), m2[t] += 0.01 * (slope[t] * slope[t] - m2[t]);
            double speed = pass < 250 ? 0.03 : 0.005;
            h[t] -= speed * m1[t] / (1 - pow(.9, pass)) / (sqrt(m2[t] / (1 - pow(.99, pass))) + 1e-9);
        }
    }
    for (int t = 0; t <= R.limit; t++) worth[many][t] = (float)exp(h[t] - h[0]);
    fprintf(stderr, "standings from %d rounds\n", used);
}

/* What it is worth to stand at a total, from matches of `hard`. */
static void fit_worth(int seats, int matches) {
    double *record = malloc(sizeof(double) * 5 * ROWS * (size_t)matches);
    int n = 0;
    for (int m = 0; m < matches; m++) {
        int kind[SEATS] = {HARD}, rows = 0;
        double *at = record + 5 * (size_t)n;
        int winner = match(seats, kind, 0, at, &rows);
        for (int r = 0; r < rows; r++) at[5 * r + 4] = winner;
        n += rows;
    }
    for (int many = 0; many < 2; many++) fit_standings(record, n, many);
    free(record);
}

static int save(const char *name) {
    FILE *file = fopen(name, "wb");
    if (!file) return 0;
    int ok = fwrite(worth, sizeof worth, 1, file) == 1 && fwrite(lean, sizeof lean, 1, file) == 1;
    ok = ok && fwrite(nets, sizeof nets, 1, file) == 1;
    return !fclose(file) && ok;
}

static void start(Net *net) {
    memset(&first, 0, sizeof first), memset(&second, 0, sizeof second);
    adam_steps = filled = stored = 0;
    for (int i = 0; i < INPUTS; i++)
        for (int h = 0; h < HIDDEN; h++) net->in[i][h] = 0.1f * gauss();
    for (int h = 0; h < HIDDEN; h++) net->out[h] = 0.02f * gauss() + 1e-6f;
}

/* Matches until enough moves have been made, `hard` among the players. */
static void gather(int many) {
    for (int got = 0; got < PER_ROUND;) {
        /* Where the first to go over ends the match, nobody plays on with less than began it. */
        int seats = many ? SEATS - (R.first_over && below(2)) : 2;
        int before = stored, kind[SEATS] = {0};
        for (int s = 0; s < seats; s++) kind[s] = share() < HARD_SHARE ? HARD : LEARNER;
        kind[below(seats)] = LEARNER;
        match(seats, kind, many, NULL, NULL);
        got += (stored - before + BUFFER) % BUFFER;
    }
}

static void train(int many, int rounds, int matches) {
    start(&nets[many]);
    for (int at = 0; at < rounds; at++) {
        gather(many);
        if (at < 12 || at % 8 == 0) fit_lean(many);
        float left = 1 - (float)at / (float)rounds;
        double error = learn_from(&nets[many], PER_ROUND * 3 / 2 / BATCH, SPEED * (at ? left * 0.97f + 0.03f : 1));
        if (at % 10 < 9 || !matches) continue;
        float half;
        double won = contest(many ? SEATS : 2, matches, &half);
        fprintf(stderr, "%d: error %.2f, wins %.3f +- %.3f\n", at + 1, error, won, half);
    }
}

int main(int argc, char **argv) {
    if (argc != 10) return 2;
    load_rules(argv[1]);
    load_tables(argv[2]);
    load_lasting(argv[3]);
    is_learned = atoi(argv[5]);
    int matches = atoi(argv[9]);
    uint64_t seed = chance_state = strtoull(argv[6], NULL, 10);
    samples = malloc(sizeof *samples * BUFFER);
    fit_lean(0), fit_lean(1);
    if (is_learned) {
        fit_worth(SEATS, WORTH_MATCHES_MORE);
        fit_worth(2, WORTH_MATCHES_TWO);
    }
    train(0, atoi(argv[7]), matches);
    chance_state = seed + 1;
    train(1, atoi(argv[8]), matches * 2 / 5);
    return save(argv[4]) ? 0 : 1;
}
