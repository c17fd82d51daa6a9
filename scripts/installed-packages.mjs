// Plain JavaScript, without a dependency: bootstrap.mjs needs it before anything is installed.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * @typedef {{ version?: string; integrity?: string; optional?: boolean; devOptional?: boolean }} LockedPackage
 * @typedef {{ packages: Record<string, LockedPackage> }} Lockfile
 */

/**
 * @param {string} file
 * @returns {Promise<Lockfile | undefined>} undefined if it is missing or broken
 */
async function readLockfile(file) {
  try {
    const lockfile = JSON.parse(await readFile(file, 'utf8'));
    return typeof lockfile.packages === 'object' && lockfile.packages !== null ? lockfile : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Compares what is locked with what npm wrote down, at the end of its last install, as installed
 * (`node_modules/.package-lock.json`). An interrupted install has not written it.
 *
 * @param {string} root the project's folder
 * @returns {Promise<'missing' | 'stale' | 'current'>}
 */
export async function stateOfPackages(root) {
  const locked = await readLockfile(join(root, 'package-lock.json'));
  if (!locked)
    throw new Error(`${join(root, 'package-lock.json')} is missing or broken: get it back with git.`);
  const installed = await readLockfile(join(root, 'node_modules', '.package-lock.json'));
  if (!installed) return 'missing';
  for (const [path, wanted] of Object.entries(locked.packages)) {
    if (path === '') continue;
    const found = installed.packages[path];
    if (!found) {
      // Optional packages are those of other platforms.
      if (wanted.optional || wanted.devOptional) continue;
      return 'stale';
    }
    if (found.version !== wanted.version || found.integrity !== wanted.integrity) return 'stale';
  }
  return Object.keys(installed.packages).every((path) => path in locked.packages) ? 'current' : 'stale';
}
