// Branch and bound over sets of candidates: the state that all its parts share.
#pragma once

#include <array>
#include <atomic>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "bounds.hpp"
#include "memory.hpp"
#include "problem.hpp"
#include "renaming.hpp"
#include "scan.hpp"
#include "solved_sets.hpp"
#include "subgame.hpp"
#include "symmetry.hpp"
#include "team.hpp"

namespace mmc::exact {

// The guesses that the history leaves legal; only for Pool::legal.
struct Legal {
    std::vector<uint32_t> guesses;
    SetKey key;
};

// A position: a set of candidates, the steps that are left, and the table that it is looked up in.
struct Node {
    const Subgame* game = nullptr;
    const uint16_t* members = nullptr;  // indices of the subgame, ascending
    uint32_t n = 0;
    SetKey key;             // of the set
    SetKey image;           // of the set that stands for it in the table; zero: not asked for yet
    Cost weight = 0;        // of the set
    int steps = kUnlimited;
    const Group* group = nullptr;  // fixes the history, as far as known; owned by the search; may be null
    const Legal* legal = nullptr;
    const std::vector<uint32_t>* caps = nullptr;  // most secrets of a subset that k steps end; may be null or short
    size_t level = 0;
};

struct Block {
    uint32_t begin = 0, size = 0;
    int score = 0;
    SetKey key, image;
    Cost weight = 0;
    Cost cost = 0;  // lower bound, or exact
    bool exact = false;
    int depth = 0;
    bool seen = false;  // something was known of it
    uint32_t guess = kNoGuess;  // when exact: its first guess, if one was kept (id of the problem)
};

struct Open {  // a guess that is not refuted yet
    Cost cost = 0;
    uint32_t guess = 0;  // of the subgame
    bool wins = false;
    uint16_t largest = 0;  // block; for the worst case
};

// Memory of one level of the recursion, kept between calls so that nothing is allocated in the loop.
//
// What makes it safe: a call for a node writes to the frame of the node's level and to frames below it, never to one
// above; and the deque of frames does not move them. So a caller may hold a reference to its own frame, its blocks
// and its open guesses over calls for its children, and a child may point to `items` and `game` of its parent. It
// may not hold them over a second call for a node of its own level: partition(), open_guesses() and cut_down() begin
// them anew.
struct Frame {
    std::vector<uint8_t> parts;
    std::vector<Open> open, sorted;
    std::vector<uint32_t> winners;  // guesses that may end the game here
    std::vector<Open> winning;      // the same with their bounds, for open_more
    std::array<Cost, 257> by_parts;  // bound of another guess, from the number of blocks it makes
    std::vector<uint16_t> items, identity;
    std::vector<Block> blocks;
    std::vector<uint64_t> heaviest;  // prefix sums of the weights, descending
    std::unique_ptr<Subgame> game;
    GroupPtr group;
    Node at;                     // the position in `game`; for the worst case, as are the next
    std::vector<uint16_t> sizes;  // of the blocks of each open guess
    std::vector<uint32_t> caps;
    size_t branch = 0;  // most non-final blocks any guess makes
    Cost least = 0;          // lower bound over all guesses
    Cost unopened = 0;       // lower bound over those that were over the budget
    Cost budget = 0;         // what a guess may cost to be opened, now or later
    Cost opened = 0;         // guesses of at most this bound are open
    Cost waiting = kImpossible;  // lower bound over those that may be opened later
    Cost final_weight = 0;   // of the last partition
};

enum class Phase {
    searching,  // every budget counts
    finishing,  // proven: what is left may take more nodes, no more time
    salvaging,  // stopped, but a tree may be made of what is known, until `grace_`
    stopped,
};

// What the threads of a search have in common.
struct Common {
    Common(const Problem& problem, const Options& options);

    const Problem& problem;
    const Options& options;
    const std::shared_ptr<const Subgame> table;
    const Subgame& whole;
    std::vector<uint8_t> final;
    std::vector<uint16_t> identity;
    const std::unique_ptr<SolvedSets> own;  // where nobody lent one
    SolvedSets& solved;
    GroupPtr root_group;
    std::shared_ptr<const Renaming> renaming;  // null: none is known
    std::vector<SetKey> guess_key;  // for Pool::legal
    std::atomic<Phase> phase = Phase::searching;
    std::atomic<uint64_t> nodes = 0;
    Team team;
    std::mutex groups;  // guards what follows
    std::map<std::pair<const Group*, uint32_t>, GroupPtr> fixed;
    size_t fixed_bytes = 0;
};

// One thread of a search. The first one is asked, watches the clock and answers; others help it.
class Search {
public:
    Search(const Problem& problem, const Options& options);
    explicit Search(Search& first);

    void forget_groups();
    void help();  // until the team is dismissed
    Team& team() { return common_->team; }
    // Lets others help, or keeps everything to one thread: then what is found does not depend on when.
    void open_to_others(bool open) { shares_ = open && common_->team.threads() > 1; }

    Bound least_total(const Node& node, Cost budget);  // exact, or a lower bound over the budget
    bool solvable(const Node& node);                   // within node.steps, worst case
    Node root(int steps);

    bool stopped() const { return common_->phase.load(std::memory_order_relaxed) == Phase::stopped; }
    void salvage();
    // What is proven within the limit of nodes may be written down beyond it.
    void finish() { common_->phase = Phase::finishing; }
    // Stops so much before the deadline, to leave time for salvage.
    void keep_back(Clock::duration time);
    uint64_t nodes() const { return common_->nodes; }
    int worst_lower_bound(const Node& node);
    const Subgame& whole_game() const { return whole_; }
    void announce(Cost best, Cost bound) { best_ = best, root_bound_ = std::max(root_bound_, bound); }
    Cost root_bound() const { return root_bound_; }
    uint32_t incumbent() const { return incumbent_; }
    const std::vector<RootGuess>& openings() const { return openings_; }  // of the root: what is left to search, and what is known exactly

    const Tuning tuning;

private:
    friend class Certifier;
    friend class TreeBuilder;
    void stop() { common_->phase = Phase::stopped; }
    bool any_guess(const Node& node) const { return node.level > 0 || first_.empty(); }
    void note_openings(const Node& node, const std::vector<Open>& open);
    void note_opening(uint32_t guess, Cost cost, bool exact);
    void note_root(const Frame& frame, Cost target);

    // search_bounds.cpp
    void list_winners(const Node& node, Frame& frame);
    void open_guesses(const Node& node, Frame& frame, Cost budget, Cost ahead = kImpossible);
    void count_parts(const Node& node, Frame& frame);
    void open_all_of(const Node& node, Frame& frame, Cost budget, Cost ahead);
    void bound_winners(const Node& node, Frame& frame);
    void open_more(const Node& node, Frame& frame, Cost limit);
    void keep_first(const Node& node, Frame& frame, Cost budget);
    void open_candidates(const Node& node, Frame& frame, Cost budget);
    Cost guess_bound(const Node& node, const Frame& frame, size_t parts, size_t wins, Cost win_weight);
    Cost block_bound(const Node& node, const Block& block, const uint16_t* items, size_t branch, int steps);
    bool quick(const Subgame& game, const uint16_t* items, Block& block);

    // search_guess.cpp
    void partition(const Node& node, const uint8_t* row, Frame& frame);
    Node child_of(const Node& node, const Frame& frame, const Block& block) const;
    bool look_up(const Node& child, Block& block);
    Node renamed(const Node& node);
    SetKey rename(const Node& node);
    uint32_t guess_there(const Node& node, uint32_t guess);
    bool look_up_renamed(const Node& node, const Node& other, Block& block);
    Cost sizes_bound(const Node& node, const uint8_t* row, size_t branch);
    void settle_legal(const Node& node, uint32_t guess, const uint16_t* items, Block& block);
    Bound refine(const Node& node, uint32_t guess, Cost target);

    // search_mean.cpp
    bool worth_a_glance(const Block& block, size_t branch) const;
    Cost glance(const Node& child, Cost budget);
    void sort_hopeful(const Node& node, Frame& frame);
    void sort_open(Frame& frame, size_t from = 0);
    void open_rest(const Node& node, Frame& frame, Cost limit);
    bool cut_down(Node& node, Frame& frame);
    void raise(const Node& node, Frame& frame, Pass& pass);
    void settle(const Node& node, Frame& frame, Pass& pass, size_t i, const Bound& bound);

    // team.cpp
    bool worth_sharing(const Node& node, const Frame& frame, const Pass& pass, size_t next) const;
    void share(const Node& node, Frame& frame, Pass& pass, size_t next);
    void work_on(Split& split, std::unique_lock<std::mutex>& held);
    void join(Split& split, std::unique_lock<std::mutex>& held);

    // search.cpp
    void store(const SetKey& key, uint32_t size, const Bound& bound);
    void use_group(const Node& node, Frame& frame);
    void drop_alike(const Node& node, Frame& frame, size_t from = 0);
    const Group* group_after(const Node& node, uint32_t guess);
    const std::vector<uint64_t>* legal_mask(uint32_t guess, int score);
    bool stays_legal(uint32_t guess, int score, uint32_t other);
    Legal legal_after(const Node& node, uint32_t guess, int score);

    // search_worst.cpp
    enum class Answer { no, unknown, yes };
    static constexpr int kEveryGuess = 1 << 30;
    void widen() { width_ = width_ < 256 ? 4 * width_ : kEveryGuess; }
    Answer attempt(const Node& node);
    Answer attempt_with(const Node& node, uint32_t guess);
    Answer look_up_worst(const Node& node) const;
    Answer two_steps(const Node& node, Frame& frame);
    void open_worst(const Node& node, Frame& frame);

    SetKey set_key(const Node& node) const;
    SetKey table_key(const Node& node) const;
    int clip(int steps, uint32_t n) const { return steps >= static_cast<int>(n) ? kUnlimited : steps; }
    Frame& frame(size_t level);
    bool poll();

    const std::shared_ptr<Common> common_;
    const Problem& problem_;
    const Options& options_;
    const Subgame& whole_;
    const std::vector<uint8_t>& final_;
    SolvedSets& solved_;
    const bool first_thread_;
    bool shares_ = false;
    Split* joined_ = nullptr;  // what this thread is at work on
    size_t wins_ = 1;  // most candidates that one guess ends
    bool plain_ = false;    // unweighted, one win a guess, no legality: closed forms hold
    SizeBounds size_bounds_;
    ScanFunction scan_;
    Deduplicator deduplicator_;
    std::optional<Renamer> renamer_;
    std::deque<Frame> frames_;
    std::vector<uint8_t> inside_;  // scratch of keeping()
    std::vector<uint8_t> first_;   // of each guess, whether the root may begin with it; empty: all may
    SetKey first_key_;             // of what the root may begin with
    std::vector<uint32_t> ids_, least_;
    std::vector<uint64_t> hinted_;
    std::unordered_map<uint64_t, std::vector<uint64_t>> masks_;  // what answers leave legal
    int width_ = kEveryGuess;  // guesses tried at a position; for the worst case
    // Of the first thread. While others are at work on the root, the team's mutex guards what is known of it.
    Cost best_ = kImpossible;
    Clock::time_point last_report_, deadline_, grace_ = Clock::time_point::max();
    uint32_t done_ = 0, total_ = 0;
    Cost root_bound_ = 0;
    std::vector<RootGuess> openings_;  // in the order of choose_exact
    std::vector<uint32_t> opening_at_;  // of a guess among them
    uint32_t incumbent_ = kNoGuess;  // root guess of the best strategy found
};

}  // namespace mmc::exact
