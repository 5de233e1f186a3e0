/* Samples, and how the numbers are fitted to them. */
#include "insight.h"

typedef struct {
    uint16_t at[MANY];
    float by[MANY], miss;
    int n;
} Sample;

enum { BUFFER = 300000, BATCH = 512 };

static Sample *samples;
static int stored, filled;
static Net nets[2], grad, first, second; /* for one rival and for more; the rest belongs to Adam */
static int adam_steps;

static void remember(const Facts *ctx, const Facts *f, float miss) {
    Sample *s = &samples[stored];
    s->n = ctx->n + f->n;
    if (s->n > MANY) exit(3);
    memcpy(s->at, ctx->at, (size_t)ctx->n * 2);
    memcpy(s->at + ctx->n, f->at, (size_t)f->n * 2);
    memcpy(s->by, ctx->by, (size_t)ctx->n * 4);
    memcpy(s->by + ctx->n, f->by, (size_t)f->n * 4);
    s->miss = miss / 10;
    stored = (stored + 1) % BUFFER;
    if (filled < BUFFER) filled++;
}

/* Some batches of samples drawn anew; returns the root mean square error in points. */
static double learn_from(Net *net, int batches, float speed) {
    double error = 0;
    for (int b = 0; b < batches; b++) {
        memset(&grad, 0, sizeof grad);
        for (int k = 0; k < BATCH; k++) {
            const Sample *s = &samples[below(filled)];
            float hidden[HIDDEN], back[HIDDEN], sum = 0;
            memcpy(hidden, net->bias, sizeof hidden);
            for (int i = 0; i < s->n; i++) {
                const float *row = net->in[s->at[i]], by = s->by[i];
                for (int h = 0; h < HIDDEN; h++) hidden[h] += by * row[h];
                sum += by * net->straight[s->at[i]];
            }
            for (int h = 0; h < HIDDEN; h++) sum += hidden[h] > 0 ? hidden[h] * net->out[h] : 0;
            float wrong = sum - s->miss;
            error += wrong * wrong;
            wrong = wrong > 4 ? 4 : wrong < -4 ? -4 : wrong;
            for (int h = 0; h < HIDDEN; h++) {
                back[h] = hidden[h] > 0 ? wrong * net->out[h] : 0;
                if (hidden[h] > 0) grad.out[h] += wrong * hidden[h];
                grad.bias[h] += back[h];
            }
            for (int i = 0; i < s->n; i++) {
                float *row = grad.in[s->at[i]], by = s->by[i];
                for (int h = 0; h < HIDDEN; h++) row[h] += by * back[h];
                grad.straight[s->at[i]] += by * wrong;
            }
        }
        adam_steps++;
        float fix1 = 1 - powf(0.9f, (float)adam_steps), fix2 = 1 - powf(0.999f, (float)adam_steps);
        float *w = (float *)net, *g = (float *)&grad, *m = (float *)&first, *v = (float *)&second;
        for (size_t i = 0; i < sizeof(Net) / 4; i++) {
            float d = g[i] / BATCH;
            m[i] += 0.1f * (d - m[i]);
            v[i] += 0.001f * (d * d - v[i]);
            w[i] -= speed * (m[i] / fix1 / (sqrtf(v[i] / fix2) + 1e-6f) + 1e-3f * w[i]);
        }
    }
    return sqrt(error / ((double)batches * BATCH)) * 10;
}

/* Count the hidden cards of the others, to learn what a seat's last discard says of its hand. */
static void note_hidden(const Game *g, const Sense *s) {
    for (int i = 0; i < s->of; i++) {
        int seat = s->rivals[i], last = s->rivals[s->of - 1], hidden = count(g->hand[seat] & ~g->known[seat]);
        int turns = g->turns[seat] < 4 ? g->turns[seat] : 4;
        double(*at)[2] = seen_values[s->of > 1][count(g->hand[seat]) - 1][turns][value_shown(g, last, seat)];
        for (int r = 0; r < 14; r++) at[r > 10 ? 10 : r][1] += (double)hidden * s->ranks[r] / s->left;
        for (Cards rest = g->hand[seat] & ~g->known[seat]; rest; rest &= rest - 1) at[value_of(lowest(rest))][0]++;
    }
}

static void fit_lean(int many) {
    float *by = (float *)lean[many];
    for (int i = 0; i < 5 * TURNS * SHOWN * 11; i++) {
        const double *seen = (const double *)seen_values[many] + 2 * i;
        int value = i % 11, turns = i / 11 / SHOWN % TURNS;
        double prior = exp(-0.04 * turns * value);
        by[i] = (float)((seen[0] + 20 * prior) / (seen[1] + 20));
    }
}
