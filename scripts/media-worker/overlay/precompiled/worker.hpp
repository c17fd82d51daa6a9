// What nearly every file of the worker includes, parsed once: it halves the time of a build. No header that logs, since
// those expect the including file's MS_CLASS.
#include "common.hpp"
#include "FBS/message.h"
#include <ankerl/unordered_dense.h>
#include <flatbuffers/flatbuffers.h>
#include <uv.h>
#include <cmath>
#include <cstring>
#include <deque>
#include <limits>
#include <map>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>
