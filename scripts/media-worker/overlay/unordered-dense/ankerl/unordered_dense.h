#pragma once

// Debian has no ankerl::unordered_dense: the names that mediasoup uses of it stand on the standard containers.

#include <functional>
#include <unordered_map>
#include <unordered_set>

namespace ankerl::unordered_dense
{
	// A struct and no alias: mediasoup specialises it.
	template<typename Key>
	struct hash : std::hash<Key>
	{
	};

	template<typename Key, typename Value, typename Hash = hash<Key>, typename Equal = std::equal_to<Key>>
	using map = std::unordered_map<Key, Value, Hash, Equal>;

	template<typename Key, typename Hash = hash<Key>, typename Equal = std::equal_to<Key>>
	using set = std::unordered_set<Key, Hash, Equal>;
} // namespace ankerl::unordered_dense
