#pragma once

#include <tao/pegtl/contrib/analyze.hpp>

#include "grammar/rules.hpp"

// What the rules of our own do, for PEGTL's search for rules that loop without progress.
namespace tao::pegtl {

template <typename Name, eqlens::LexemeKind... Kinds>
struct analyze_traits<Name, eqlens::latex::next<Kinds...>> : analyze_opt_traits<> {};
template <typename Name, eqlens::LexemeKind... Kinds>
struct analyze_traits<Name, eqlens::latex::token<Kinds...>> : analyze_any_traits<> {};
template <typename Name, eqlens::Construct What, eqlens::LexemeKind... Kinds>
struct analyze_traits<Name, eqlens::latex::opens<What, Kinds...>> : analyze_any_traits<> {};
template <typename Name, std::size_t (*Do)(eqlens::TreeBuilder&, std::size_t)>
struct analyze_traits<Name, eqlens::latex::step<Do, eqlens::latex::Progress::needed>> : analyze_any_traits<> {};
template <typename Name, std::size_t (*Do)(eqlens::TreeBuilder&, std::size_t)>
struct analyze_traits<Name, eqlens::latex::step<Do, eqlens::latex::Progress::optional>> : analyze_opt_traits<> {};
template <typename Name, bool (*Test)(eqlens::TreeBuilder&, std::size_t)>
struct analyze_traits<Name, eqlens::latex::when<Test>> : analyze_opt_traits<> {};
template <typename Name>
struct analyze_traits<Name, eqlens::latex::arguments>
    : analyze_opt_traits<eqlens::latex::argument, eqlens::latex::text_argument, eqlens::latex::optional_argument> {};

}  // namespace tao::pegtl

namespace eqlens::latex {

/// How many rules may loop without taking anything. For the tests; the program does not include this.
inline std::size_t rules_without_progress() { return pegtl::analyze<display>(); }

}  // namespace eqlens::latex
