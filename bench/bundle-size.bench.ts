/**
 * Compares the first load of two pages with their budgets: bytes of JavaScript as the server sends it (Brotli over https, gzip over plain http), and the
 * number of script and style files, each of which is a request. Fails when a page exceeds either. WEB_ROOT names another build than apps/web/dist.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { firstLoads } from '../apps/web/first-loads';

/** An entry of Vite's manifest. */
interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}
const dist = process.env.WEB_ROOT ?? join(import.meta.dirname, '..', 'apps', 'web', 'dist');
// Vite wrote it
const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8')) as Record<string, Chunk>;

const entry = ['index.html'];
const pages = [
  { path: '/community/login', budgetKb: 300, gzipKb: 300, mostFiles: 12, modules: [...entry, ...firstLoads.login] },
  {
    path: '/community/location',
    budgetKb: 500,
    gzipKb: 500,
    mostFiles: 25,
    modules: [...entry, ...firstLoads.frame, ...firstLoads.location],
  },
] as const;
/** The map engine is not counted: nothing but the map waits for it. */
const engine = /maplibre/u;

/** The files of the modules and of everything they import statically, each once. */
function filesOf(modules: readonly string[]): string[] {
  const seen = new Set<string>();
  const visit = (key: string): void => {
    if (seen.has(key)) return;
    const chunk = manifest[key];
    if (!chunk) throw new Error(`${key} is not in the manifest: was the web client built?`);
    seen.add(key);
    for (const next of chunk.imports ?? []) visit(next);
  };
  for (const module of modules) visit(module);
  return [...new Set([...seen].flatMap((key) => [manifest[key]?.file ?? [], manifest[key]?.css ?? []].flat()))];
}

/** Bytes of a file as the server sends it over https. */
const bytesSent = (file: string): number => {
  try {
    return readFileSync(join(dist, `${file}.br`)).length;
  } catch {
    // too small to be worth compressing
    return readFileSync(join(dist, file)).length;
  }
};
const kb = (bytes: number): string => `${(bytes / 1000).toFixed(1)} KB`;

for (const { path, budgetKb, gzipKb, mostFiles, modules } of pages) {
  const loaded = filesOf(modules);
  const requests = loaded.filter((file) => !engine.test(file)).length;
  const files = loaded.filter((file) => file.endsWith('.js'));
  const own = files.filter((file) => !engine.test(file));
  const bytes = own.reduce((sum, file) => sum + bytesSent(file), 0);
  const gzip = own.reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file))).length, 0);
  const map = files.filter((file) => engine.test(file)).reduce((sum, file) => sum + bytesSent(file), 0);
  const share = (100 * Math.max(bytes / (budgetKb * 1000), gzip / (gzipKb * 1000))).toFixed(0);
  const more = map > 0 ? `, map engine ${kb(map)}` : '';
  console.log(
    `${path}: ${kb(bytes)}, gzip ${kb(gzip)}, ${share} % of ${budgetKb} and ${gzipKb} KB; ${requests} of ${mostFiles} files${more}`,
  );
  const largest = own.map((file) => ({ file, size: bytesSent(file) })).sort((a, b) => b.size - a.size);
  for (const { file, size } of largest.slice(0, 5)) console.log(`  ${kb(size).padStart(9)}  ${file}`);
  for (const [name, sent, budget] of [
    ['', bytes, budgetKb * 1000],
    [' with gzip', gzip, gzipKb * 1000],
  ] as const) {
    if (sent <= budget) continue;
    console.error(`${path}: over the budget${name} by ${kb(sent - budget)}`);
    process.exitCode = 1;
  }
  if (requests > mostFiles) {
    console.error(`${path}: over the budget by ${requests - mostFiles} files`);
    process.exitCode = 1;
  }
}
