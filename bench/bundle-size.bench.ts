/**
 * JavaScript that a page loads first against its budget, as the server sends it: Brotli over https, gzip where an intranet has none. Fails when
 * a page is over in either. WEB_ROOT names another build than the one in apps/web/dist.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

interface Chunk {
  file: string;
  imports?: string[];
}
const dist = process.env.WEB_ROOT ?? join(import.meta.dirname, '..', 'apps', 'web', 'dist');
const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8')) as Record<string, Chunk>;

/** Modules that a page needs before it can be used: the entry, the frame behind the login, the page itself. */
const entry = ['index.html'];
const frame = ['src/shell/page/entrance.tsx', 'src/shell/frame/layout.tsx', 'src/areas/shell-parts.tsx'];
const pages = [
  { path: '/community/login', budgetKb: 300, modules: [...entry, 'src/modules/base/identity/login/page.tsx'] },
  {
    path: '/community/location',
    budgetKb: 500,
    modules: [...entry, ...frame, 'src/modules/watch/location/page.tsx'],
  },
] as const;
/** The map engine has a budget of its own: it paints maps and nothing else waits for it. */
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
  const files = [...seen].flatMap((key) => manifest[key]?.file ?? []).filter((file) => file.endsWith('.js'));
  return [...new Set(files)];
}

const sent = (file: string): number => {
  try {
    return readFileSync(join(dist, `${file}.br`)).length;
  } catch {
    // too small to be worth compressing
    return readFileSync(join(dist, file)).length;
  }
};
const kb = (bytes: number): string => `${(bytes / 1000).toFixed(1)} KB`;

for (const { path, budgetKb, modules } of pages) {
  const files = filesOf(modules);
  const own = files.filter((file) => !engine.test(file));
  const bytes = own.reduce((sum, file) => sum + sent(file), 0);
  const gzip = own.reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file))).length, 0);
  const map = files.filter((file) => engine.test(file)).reduce((sum, file) => sum + sent(file), 0);
  const most = Math.max(bytes, gzip);
  const share = ((100 * most) / (budgetKb * 1000)).toFixed(0);
  const more = map > 0 ? `, map engine ${kb(map)}` : '';
  console.log(`${path}: ${kb(bytes)}, gzip ${kb(gzip)} in ${own.length} files, ${share} % of ${budgetKb} KB${more}`);
  const largest = own.map((file) => ({ file, size: sent(file) })).sort((a, b) => b.size - a.size);
  for (const { file, size } of largest.slice(0, 5)) console.log(`  ${kb(size).padStart(9)}  ${file}`);
  if (most > budgetKb * 1000) {
    console.error(`  over the budget by ${kb(most - budgetKb * 1000)}`);
    process.exitCode = 1;
  }
}
