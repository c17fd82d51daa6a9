#pragma once

// mediasoup is written for libsrtp 3, which no distribution has yet; what it calls of it stands here on libsrtp 2.
// Most functions have the name that they have in libsrtp 2 and differ in their arguments, so C++ tells them apart.

// libsrtp 2's policy is a struct, libsrtp 3's a handle.
#define srtp_policy_t srtp2_policy_t
#include <srtp2/srtp.h>
#undef srtp_policy_t

#include <array>
#include <climits>
#include <cstdint>
#include <cstring>
#include <new>

// Codes that libsrtp 2 does not know, with libsrtp 3's numbers.
constexpr auto srtp_err_status_buffer_small = static_cast<srtp_err_status_t>(28);
constexpr auto srtp_err_status_cryptex_err  = static_cast<srtp_err_status_t>(29);

struct Srtp3Policy
{
	~Srtp3Policy()
	{
		explicit_bzero(this->keyAndSalt.data(), this->keyAndSalt.size());
	}

	srtp2_policy_t srtp2{};
	std::array<unsigned char, SRTP_MAX_KEY_LEN> keyAndSalt{};
};

using srtp_policy_t = Srtp3Policy*;

inline srtp_err_status_t srtp_policy_create(srtp_policy_t* policy)
{
	*policy = new (std::nothrow) Srtp3Policy;

	return *policy ? srtp_err_status_ok : srtp_err_status_alloc_fail;
}

inline void srtp_policy_destroy(srtp_policy_t policy)
{
	delete policy;
}

inline srtp_err_status_t srtp_policy_set_ssrc(srtp_policy_t policy, srtp_ssrc_t ssrc)
{
	policy->srtp2.ssrc = ssrc;

	return srtp_err_status_ok;
}

inline srtp_err_status_t srtp_policy_set_profile(srtp_policy_t policy, srtp_profile_t profile)
{
	const auto status = srtp_crypto_policy_set_from_profile_for_rtp(&policy->srtp2.rtp, profile);

	return status == srtp_err_status_ok
	         ? srtp_crypto_policy_set_from_profile_for_rtcp(&policy->srtp2.rtcp, profile)
	         : status;
}

// libsrtp 2 takes key and salt as one string of bytes. mediasoup uses no master key identifier.
inline srtp_err_status_t srtp_policy_add_key(
  srtp_policy_t policy,
  const uint8_t* key,
  size_t keyLen,
  const uint8_t* salt,
  size_t saltLen,
  const uint8_t* mki,
  size_t mkiLen)
{
	auto& joined = policy->keyAndSalt;

	if (mki || mkiLen > 0 || keyLen > joined.size() || saltLen > joined.size() - keyLen)
	{
		return srtp_err_status_bad_param;
	}

	std::memcpy(joined.data(), key, keyLen);
	std::memcpy(joined.data() + keyLen, salt, saltLen);
	policy->srtp2.key = joined.data();

	return srtp_err_status_ok;
}

inline srtp_err_status_t srtp_policy_set_allow_repeat_tx(srtp_policy_t policy, bool isAllowed)
{
	policy->srtp2.allow_repeat_tx = isAllowed ? 1 : 0;

	return srtp_err_status_ok;
}

inline srtp_err_status_t srtp_policy_set_window_size(srtp_policy_t policy, size_t packets)
{
	policy->srtp2.window_size = packets;

	return srtp_err_status_ok;
}

inline srtp_err_status_t srtp_create(srtp_t* session, srtp_policy_t policy)
{
	return srtp_create(session, &policy->srtp2);
}

// Both take the SSRC in network byte order.
inline srtp_err_status_t srtp_stream_remove(srtp_t session, uint32_t ssrc)
{
	return srtp_remove_stream(session, ssrc);
}

namespace srtp3
{
	// libsrtp 2 works in place and trusts the caller for the room after the packet; libsrtp 3 goes from one buffer to
	// another, which may be the same, and is told the room.
	template<srtp_err_status_t (*InPlace)(srtp_t, void*, int*), size_t Growth>
	srtp_err_status_t transform(
	  srtp_t session, const uint8_t* in, size_t inLen, uint8_t* out, size_t* outLen)
	{
		if (inLen > INT_MAX - Growth || *outLen < inLen + Growth)
		{
			return srtp_err_status_buffer_small;
		}

		if (out != in)
		{
			std::memcpy(out, in, inLen);
		}

		auto len          = static_cast<int>(inLen);
		const auto status = InPlace(session, out, &len);

		if (status == srtp_err_status_ok)
		{
			*outLen = static_cast<size_t>(len);
		}

		return status;
	}

	// The index that SRTCP appends beside what SRTP does (RFC 3711, 3.4).
	constexpr size_t SrtcpIndexLen = 4;
} // namespace srtp3

inline srtp_err_status_t srtp_protect(
  srtp_t session, const uint8_t* in, size_t inLen, uint8_t* out, size_t* outLen, size_t /*mkiIndex*/)
{
	return srtp3::transform<srtp_protect, SRTP_MAX_TRAILER_LEN>(session, in, inLen, out, outLen);
}

inline srtp_err_status_t srtp_unprotect(
  srtp_t session, const uint8_t* in, size_t inLen, uint8_t* out, size_t* outLen)
{
	return srtp3::transform<srtp_unprotect, 0>(session, in, inLen, out, outLen);
}

inline srtp_err_status_t srtp_protect_rtcp(
  srtp_t session, const uint8_t* in, size_t inLen, uint8_t* out, size_t* outLen, size_t /*mkiIndex*/)
{
	return srtp3::transform<srtp_protect_rtcp, SRTP_MAX_TRAILER_LEN + srtp3::SrtcpIndexLen>(
	  session, in, inLen, out, outLen);
}

inline srtp_err_status_t srtp_unprotect_rtcp(
  srtp_t session, const uint8_t* in, size_t inLen, uint8_t* out, size_t* outLen)
{
	return srtp3::transform<srtp_unprotect_rtcp, 0>(session, in, inLen, out, outLen);
}
