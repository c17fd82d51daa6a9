/** Debian's and Ubuntu's packages that a build needs: the compiler, its tools, and the libraries below. */
export const BUILD_PACKAGES: readonly string[] = [
  'g++',
  'meson',
  'ninja-build',
  'pkg-config',
  'libuv1-dev',
  'libssl-dev',
  'libsrtp2-dev',
  'libabsl-dev',
  'libflatbuffers-dev',
  'flatbuffers-compiler',
];

/** A library that mediasoup's build would download as a Meson subproject, and how the distribution provides it. */
export interface Subproject {
  /** Its file in mediasoup's `worker/subprojects`, without `.wrap`; the file says which folder Meson looks for. */
  readonly wrap: string;
  /** Variable that mediasoup's meson.build reads, and the pkg-config name behind it. */
  readonly dependencies: Readonly<Record<string, string>>;
  /** Variables it reads static libraries from, to embed them in a library of its own; the executable has no use for them. */
  readonly libraries: readonly string[];
  /** Options that it sets; Meson refuses what a subproject does not declare. */
  readonly options?: readonly string[];
  /** Folder in `overlay/` with headers that stand in for, or adapt, what the distribution lacks. */
  readonly headers?: { readonly folder: string; readonly provides: string; readonly overrides?: string };
}

export const SUBPROJECTS: readonly Subproject[] = [
  {
    wrap: 'libuv',
    dependencies: { libuv_dep: 'libuv' },
    libraries: ['libuv'],
    options: ['build_tests', 'build_benchmarks'],
  },
  { wrap: 'openssl', dependencies: { openssl_dep: 'openssl' }, libraries: ['libcrypto_lib', 'libssl_lib'] },
  { wrap: 'flatbuffers', dependencies: { flatbuffers_dep: 'flatbuffers' }, libraries: ['flatbuffers_lib'] },
  {
    wrap: 'abseil-cpp',
    dependencies: {
      absl_container_dep: 'absl_inlined_vector',
      absl_strings_dep: 'absl_strings',
      absl_types_dep: 'absl_optional',
    },
    libraries: ['absl_container_lib'],
  },
  {
    wrap: 'libsrtp3',
    dependencies: { libsrtp2_dep: 'libsrtp2' },
    libraries: ['libsrtp3'],
    options: ['crypto-library', 'crypto-library-kdf', 'tests'],
    headers: { folder: 'srtp', provides: 'libsrtp3_dep' },
  },
  {
    wrap: 'unordered-dense',
    dependencies: {},
    libraries: [],
    headers: { folder: 'unordered-dense', provides: 'unordered_dense_dep', overrides: 'unordered_dense' },
  },
];

/** The `meson.build` of a subproject that builds nothing and answers with what is installed. */
export function mesonBuild(subproject: Subproject): string {
  const { wrap, dependencies, libraries, headers } = subproject;
  const lines = [
    `project('${wrap}', 'cpp')`,
    ...Object.entries(dependencies).map(([variable, name]) => `${variable} = dependency('${name}')`),
    ...libraries.map((variable) => `${variable} = static_library('${variable}-of-the-system', [])`),
  ];
  if (headers) {
    lines.push(
      `${headers.provides} = declare_dependency(`,
      `  include_directories: include_directories('.'),`,
      `  dependencies: [${Object.keys(dependencies).join(', ')}],`,
      ')',
    );
    if (headers.overrides) {
      lines.push(`meson.override_dependency('${headers.overrides}', ${headers.provides})`);
    }
  }
  return `${lines.join('\n')}\n`;
}

export const mesonOptions = ({ options = [] }: Subproject): string =>
  options.map((name) => `option('${name}', type: 'string', value: '')\n`).join('');

/** Folder in `overlay/`, and then among mediasoup's sources, of the header that is compiled ahead of all. */
export const PRECOMPILED_FOLDER = 'precompiled';

/** A line of mediasoup's sources that has to be another one here. */
export interface Patch {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

export const PATCHES: readonly Patch[] = [
  // Debian 12 has Meson 1.0.1, which builds this project.
  { file: 'meson.build', from: "meson_version: '>= 1.1.0'", to: "meson_version: '>= 1.0.0'" },
  {
    file: 'meson.build',
    from: "executable(\n  'mediasoup-worker',",
    to: `executable(\n  'mediasoup-worker',\n  cpp_pch: '${PRECOMPILED_FOLDER}/worker.hpp',`,
  },
  // The callback answers 1 to every BIO_ctrl. A libssl with kernel TLS, such as Debian's, then takes it that the kernel
  // encrypts, allocates no write buffer, and the worker dies at the first ClientHello. The return call carries this flag
  // beside the operation's, and its result must be passed on.
  {
    file: 'src/RTC/DtlsTransport.cpp',
    from: '(operationType == BIO_CB_RETURN)',
    to: '((operationType & BIO_CB_RETURN) != 0)',
  },
];
