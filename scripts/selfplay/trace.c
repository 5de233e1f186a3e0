/* Plays by what was learned: RULES TABLE LASTING NUMBERS LEARNED_STANDINGS SEED SEATS ROUNDS MATCHES. Prints single
   rounds, for scripts/compare_selfplay.py to play again, then the share of matches that `expert` wins. */
#include "play.h"

static void load_numbers(const char *name) {
    FILE *file = fopen(name, "rb");
    int ok = file && fread(worth, sizeof worth, 1, file) == 1 && fread(lean, sizeof lean, 1, file) == 1;
    if (!ok || fread(nets, sizeof nets, 1, file) != 1) exit(2);
    fclose(file);
}

/* A line: what was done, how many moves there were, then the cards: laid ones, and the one taken (-1: stock). */
static void print_move(int n, const Move *move) {
    printf("turn %d", n);
    for (int i = 0; i < move->laid; i++) printf(" %d", move->discard[i]);
    printf(" %d\n", move->draw);
}

static void trace_lap(Game *g, int caller) {
    Move moves[480];
    for (;;) {
        g->to_move = (g->to_move + 1) % g->seats;
        if (g->to_move == caller) return;
        int n = moves_of(g, moves), choice = last_turn(g, caller, moves, n), me = g->to_move;
        if (choice < 0) printf("pass %d\n", n);
        else print_move(n, &moves[choice]), play(g, &moves[choice]);
        g->to_move = me;
    }
}

static void trace_round(int seats) {
    Game g = {.seats = seats};
    Move moves[480];
    for (int s = 0; s < seats; s++) g.in[s] = 1, g.total[s] = landed(below(R.limit));
    deal(&g, 0);
    printf("totals");
    for (int s = 0; s < seats; s++) printf(" %d", g.total[s]);
    printf("\ndeal");
    for (int s = 0; s < seats; s++) printf(" %llu", (unsigned long long)g.hand[s]);
    printf(" %d", g.open[0]);
    while (g.left) printf(" %d", g.stock[--g.left]);
    g.left = R.pack - 5 * seats - 1;
    printf("\n");
    for (;;) {
        int n = moves_of(&g, moves), choice = choose(&g, moves, n, g.to_move % 2 ? HARD : EXPERT, 0);
        if (choice < 0) break;
        print_move(n, &moves[choice]);
        play(&g, &moves[choice]);
    }
    printf("call 0\n");
    int caller = g.to_move, wrote[SEATS] = {0};
    if (R.lap) trace_lap(&g, caller);
    show(&g, caller, wrote);
    write_down(&g, wrote);
    printf("end");
    for (int s = 0; s < seats; s++) printf(" %d", g.total[s]);
    printf("\n");
}

static double contest(int seats, int matches) {
    double won = 0;
    for (int m = 0; m < matches; m++) {
        int kind[SEATS] = {HARD};
        kind[m % seats] = EXPERT;
        won += match(seats, kind, 0, NULL, NULL) == m % seats;
    }
    return won / matches;
}

int main(int argc, char **argv) {
    if (argc != 10) return 2;
    load_rules(argv[1]);
    load_tables(argv[2]);
    load_lasting(argv[3]);
    load_numbers(argv[4]);
    is_learned = atoi(argv[5]);
    chance_state = strtoull(argv[6], NULL, 10);
    int seats = atoi(argv[7]), matches = atoi(argv[9]);
    for (int r = atoi(argv[8]); r > 0; r--) trace_round(seats);
    if (matches) printf("wins %.4f\n", contest(seats, matches));
    return 0;
}
