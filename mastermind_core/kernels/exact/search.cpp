// Setting up, the clock, and the symmetry of a position.
#include "search.hpp"

#include <algorithm>

namespace mmc::exact {

namespace {
constexpr size_t kElementBytes = size_t{24} << 20;  // of one enumerated group ...
constexpr auto kGrace = std::chrono::milliseconds(200);  // for a tree after Ctrl-C
constexpr size_t kMaskBytes = size_t{256} << 20;
constexpr size_t kGroupBytes = size_t{160} << 20;   // of all that are remembered; over it none is enumerated
constexpr size_t kManyGroupBytes = kGroupBytes / 2;
constexpr size_t kMostGroupBytes = size_t{1} << 30;  // over it no new one is looked for
void check_time(const Options& options) {
    const bool asked = options.stop && options.stop->load(std::memory_order_relaxed);
    if (asked || Clock::now() > options.deadline) throw OutOfTime{};
}

}  // namespace

Common::Common(const Problem& problem, const Options& options)
    : problem(problem),
      options(options),
      table(table_of(problem, options.memory, options.threads, [&] { check_time(options); })),
      whole(*table),
      final(problem.final),
      own(options.memory ? nullptr : std::make_unique<SolvedSets>(options.table_bytes)),
      solved(options.memory ? options.memory->solved : *own),
      team(options.threads) {
    final.resize(256, 0);
    for (uint32_t v = 0; v < whole.n_secrets; ++v) identity.push_back(static_cast<uint16_t>(v));
    if (options.pool == Pool::legal)
        for (uint32_t g = 0; g < problem.n_guesses; ++g) guess_key.push_back(random_key(KeyKind::legal_guess, g));
    else root_group = group_of(problem, options.memory, kElementBytes);
    if (options.pool != Pool::legal && problem.weights.empty())
        renaming = options.memory ? options.memory->renaming : worth_renaming(problem) ? renaming_of(problem) : nullptr;
}

Search::Search(const Problem& problem, const Options& options)
    : tuning(options.tuning),
      common_(std::make_shared<Common>(problem, options)),
      problem_(problem),
      options_(options),
      whole_(common_->whole),
      final_(common_->final),
      solved_(common_->solved),
      first_thread_(true),
      size_bounds_(1, 0),
      scan_(loops().scan),
      inside_(problem.n_secrets, 0),
      last_report_(Clock::now()),
      deadline_(options.deadline) {
    std::vector<size_t> wins(whole_.n_guesses, 0);
    for (uint32_t g : whole_.win_guess) ++wins[g];
    wins_ = std::max<size_t>(1, *std::max_element(wins.begin(), wins.end()));
    plain_ = wins_ == 1 && problem.weights.empty() && options.pool != Pool::legal;
    size_bounds_ = SizeBounds(wins_, whole_.n_secrets);
    if (common_->renaming) renamer_.emplace(*common_->renaming);
    if (!problem.first.empty()) first_.resize(problem.n_guesses, 0);
    for (uint32_t g : problem.first) {
        if (!first_[g]) first_key_ += random_key(KeyKind::first, g);
        first_[g] = 1;
    }
}

Search::Search(Search& first)
    : tuning(first.tuning),
      common_(first.common_),
      problem_(first.problem_),
      options_(first.options_),
      whole_(common_->whole),
      final_(common_->final),
      solved_(common_->solved),
      first_thread_(false),
      shares_(true),
      wins_(first.wins_),
      plain_(first.plain_),
      size_bounds_(first.wins_, whole_.n_secrets),
      scan_(first.scan_),
      inside_(problem_.n_secrets, 0),
      first_(first.first_),
      first_key_(first.first_key_),
      deadline_(Clock::time_point::max()) {
    if (common_->renaming) renamer_.emplace(*common_->renaming);
}

Node Search::root(int steps) {
    Node node;
    node.game = &whole_;
    node.members = common_->identity.data();
    node.n = whole_.n_secrets;
    for (const SetKey& key : whole_.key) node.key += key;
    node.weight = static_cast<Cost>(node.n);
    if (!whole_.weight.empty()) {
        node.weight = 0;
        for (uint64_t w : whole_.weight) node.weight += static_cast<Cost>(w);
    }
    node.steps = clip(steps, node.n);
    node.group = common_->root_group && !common_->root_group->trivial() ? common_->root_group.get() : nullptr;
    return node;
}

// What the root may begin with, in the order of the guesses given.
void Search::note_openings(const Node& node, const std::vector<Open>& open) {
    openings_.clear();
    opening_at_.assign(problem_.n_guesses, 0);
    for (const Open& o : open) {
        const uint32_t guess = node.game->guess_id[o.guess];
        opening_at_[guess] = static_cast<uint32_t>(openings_.size());
        openings_.push_back({guess, o.cost, false});
    }
}

// Of a guess that is open at the root.
void Search::note_opening(uint32_t guess, Cost cost, bool exact) {
    RootGuess& o = openings_[opening_at_[guess]];
    o.cost = std::max(o.cost, cost);
    o.exact = o.exact || exact;
}

// What all guesses to begin with cost at least, and how many of them are over the target.
void Search::note_root(const Frame& frame, Cost target) {
    Cost least = std::min(frame.unopened, best_);
    done_ = 0;
    for (const Open& o : frame.open) {
        least = std::min(least, o.cost);
        done_ += o.cost > target;
    }
    root_bound_ = std::max(root_bound_, least);
}

Frame& Search::frame(size_t level) {
    while (frames_.size() <= level) frames_.emplace_back();
    return frames_[level];
}

void Search::keep_back(Clock::duration time) {
    if (deadline_ == Clock::time_point::max()) return;
    deadline_ -= std::min(time, (deadline_ - std::min(Clock::now(), deadline_)) / 2);
}

// Who asked the search to stop waits for the tree; who gave it a time gets it in that time.
void Search::salvage() {
    common_->phase = Phase::salvaging;
    grace_ = options_.deadline;
    if (options_.stop && options_.stop->load()) grace_ = std::min(grace_, Clock::now() + kGrace);
}

bool Search::poll() {
    common_->team.give_way();
    const Phase phase = common_->phase.load(std::memory_order_relaxed);
    if (phase == Phase::stopped) return true;
    if (!first_thread_) return false;
    if (phase == Phase::salvaging) {
        if (grace_ != Clock::time_point::max() && Clock::now() > grace_) stop();
        return stopped();
    }
    if (options_.stop && options_.stop->load(std::memory_order_relaxed)) stop();
    if (phase == Phase::searching && nodes() > options_.node_limit) stop();
    if (deadline_ != Clock::time_point::max() || options_.progress) {
        const auto now = Clock::now();
        if (now > deadline_) stop();
        if (options_.progress && now - last_report_ > std::chrono::milliseconds(100)) {
            last_report_ = now;
            const auto held = common_->team.lock();
            options_.progress({best_, root_bound_, std::min(done_, total_), total_, nodes()});
        }
    }
    return stopped();
}

void Search::store(const SetKey& key, uint32_t size, const Bound& bound) {
    while (!solved_.store(key, size, bound)) common_->team.alone([&] { solved_.grow(); });
}

const Group* Search::group_after(const Node& node, uint32_t guess) {
    if (node.group->elements) return node.group;  // the child keeps those that fix its set
    const auto at = std::make_pair(node.group, node.game->guess_id[guess]);
    const std::lock_guard held(common_->groups);
    auto known = common_->fixed.find(at);
    if (known == common_->fixed.end()) {
        size_t& bytes = common_->fixed_bytes;
        if (bytes >= kMostGroupBytes) return nullptr;
        GroupPtr group = fixing(*node.group, at.second, bytes < kGroupBytes ? kElementBytes : 0);
        bytes += group->bytes();
        known = common_->fixed.emplace(at, std::move(group)).first;
    }
    return known->second->trivial() ? nullptr : known->second.get();
}

// How good a group is depends on the memory that earlier ones took. What comes next begins anew: the next first guess
// has groups as good as those of the first, and the tree is the same tree whoever searched before.
void Search::forget_groups() {
    const std::lock_guard held(common_->groups);
    if (common_->fixed_bytes <= kManyGroupBytes) return;
    common_->fixed.clear();
    common_->fixed_bytes = 0;
}

// The symmetries that keep the candidates of the position.
void Search::use_group(const Node& node, Frame& frame) {
    frame.group = nullptr;
    if (!node.group || node.n < tuning.group_size) return;
    ids_.clear();
    for (uint32_t i = 0; i < node.n; ++i) ids_.push_back(node.game->secret_id[node.members[i]]);
    frame.group = keeping(*node.group, ids_, inside_);
    // An image that the first guess may not be replaces none.
    if (node.level == 0 && !first_.empty() && frame.group) frame.group = keeping_guesses(*frame.group, first_);
}

// Keeps one guess of those that a symmetry maps to each other.
void Search::drop_alike(const Node& node, Frame& frame, size_t from) {
    if (!frame.group) return;
    if (from == 0 && !frame.group->elements) open_more(node, frame, frame.budget);  // it takes its time for any number
    ids_.clear();
    for (size_t i = from; i < frame.open.size(); ++i) ids_.push_back(node.game->guess_id[frame.open[i].guess]);
    least_alike(*frame.group, ids_, problem_.n_guesses, least_);
    size_t kept = from;
    for (size_t i = 0; i < ids_.size(); ++i)
        if (least_[i] == ids_[i]) frame.open[kept++] = frame.open[from + i];
    frame.open.resize(kept);
}

// What an answer leaves legal, by itself. Stops the search, and returns null, when the game is asked and does
// not answer. Good until the next call.
const std::vector<uint64_t>* Search::legal_mask(uint32_t guess, int score) {
    if (problem_.hints) {
        problem_.hints->kept(guess, score, hinted_);
        return &hinted_;
    }
    if (masks_.size() * problem_.n_guesses / 8 > kMaskBytes / common_->team.threads()) masks_.clear();
    std::vector<uint64_t>& mask = masks_[uint64_t{guess} << 8 | static_cast<uint64_t>(score)];
    if (mask.empty()) {
        std::vector<uint64_t> asked((problem_.n_guesses + 63) / 64);
        if (!problem_.legal(guess, score, asked)) {
            stop();
            return nullptr;
        }
        mask = std::move(asked);
    }
    return &mask;
}

bool Search::stays_legal(uint32_t guess, int score, uint32_t other) {
    if (problem_.hints) return problem_.hints->keeps(guess, score, other);
    const auto* mask = legal_mask(guess, score);
    return mask && (*mask)[other / 64] >> other % 64 & 1;
}

Legal Search::legal_after(const Node& node, uint32_t guess, int score) {
    Legal legal;
    const auto* mask = legal_mask(guess, score);
    if (!mask) return legal;
    for (uint32_t g : node.legal->guesses) {
        if (!((*mask)[g / 64] >> g % 64 & 1)) continue;
        legal.guesses.push_back(g);
        legal.key += common_->guess_key[g];
    }
    return legal;
}

}  // namespace mmc::exact
