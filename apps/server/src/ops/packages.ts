import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from './finding';
import { keptPackages } from './kept-packages';

const here = import.meta.dirname;
const staleYears = 3;

/** A package of the product that had no release for three years. */
export interface OldPackage {
  name: string;
  version: string;
  /** when its current version was released: a day, a month or a year */
  released: string;
  /** why it is kept all the same; undefined: nobody has said */
  why: string | undefined;
}
/** What is known of the packages that the product runs on. */
export interface PackageFacts {
  /** day on which their releases were asked for, YYYY-MM-DD */
  asked: string;
  count: number;
  old: OldPackage[];
}

interface Lock {
  packages: Record<string, { version?: string; dev?: boolean }>;
}

/**
 * Reads which packages had no release for three years on the day when they were asked for. The days stand in `release-dates.json`, which `npm run releases` writes: an installation
 * may have no network. Null where package-lock.json, which knows the versions, is not there.
 */
export function readPackages(root = join(here, '..', '..', '..', '..')): PackageFacts | null {
  const lockFile = join(root, 'package-lock.json');
  if (!existsSync(lockFile)) return null;
  const { packages }: Lock = JSON.parse(readFileSync(lockFile, 'utf8'));
  const { asked, released }: { asked: string; released: Record<string, string> } = JSON.parse(
    readFileSync(join(here, 'release-dates.json'), 'utf8'),
  );
  const versions = new Map<string, Set<string>>();
  for (const [path, { version, dev }] of Object.entries(packages)) {
    const name = path.split('node_modules/').at(-1) ?? '';
    if (version && !dev && name in released) versions.set(name, (versions.get(name) ?? new Set()).add(version));
  }
  const limit = `${Number(asked.slice(0, 4)) - staleYears}${asked.slice(4)}`;
  const old = [...versions].map(([name, found]): OldPackage => {
    const kept = keptPackages[name];
    const [first = ''] = [released[name] ?? '', kept?.last ?? '9999'].sort();
    return { name, version: [...found].join('、'), released: first, why: kept?.why };
  });
  const sorted = old.sort((a, b) => a.released.localeCompare(b.released) || a.name.localeCompare(b.name));
  return { asked, count: versions.size, old: sorted.filter((one) => one.released < limit) };
}

/** Names the packages without a release for three years, each with the reason why it is kept. */
export function examinePackages(facts: PackageFacts | null): Finding[] {
  if (!facts) return [];
  const { asked, count, old } = facts;
  if (old.length === 0) return [{ ok: true, text: `${count} 个依赖近三年都有新版本（截至 ${asked}）。` }];
  const lines = old.map(
    ({ name, version, released, why }) => `\n      ${name} ${version}（${released}）：${why ?? '没有说明，请联系通达'}`,
  );
  return [
    {
      ok: old.every(({ why }) => why !== undefined),
      text: `${count} 个依赖中有 ${old.length} 个三年没有新版本（截至 ${asked}），括号内为最后一次发布的时间：${lines.join('')}`,
    },
  ];
}

/** Days on which versions of Node.js with long-term support get their last mend of security. */
const nodeEnds: Readonly<Record<string, string>> = {
  20: '2026-04-30',
  22: '2027-04-30',
  24: '2028-04-30',
  26: '2029-04-30',
};
const recommendedNode = 26;

/** Says until when the Node.js of this installation is maintained; `now` is epoch ms. */
export function examineNode(version: string, now: number): Finding {
  const [major = ''] = version.split('.');
  const advice = `请换成 Node.js ${recommendedNode}（长期支持版本）。`;
  const end = nodeEnds[major];
  if (!end) {
    if (Number(major) > recommendedNode) return { ok: true, text: `Node.js ${version}。` };
    return { ok: false, text: `Node.js ${version} 不是长期支持版本。${advice}` };
  }
  if (now > Date.parse(`${end}T23:59:59Z`))
    return { ok: false, text: `Node.js ${version} 自 ${end} 起不再维护，发现的漏洞不会修补。${advice}` };
  return { ok: true, text: `Node.js ${version}，维护到 ${end}。` };
}
