import { relative } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type InlineConfig, type Rolldown } from 'vite';
import { firstLoads } from './first-loads';

/**
 * Chunks that several pages share. What a chunk needs lies in itself or in one named before it, so that no two import each other. `start` is needed by everybody, `fields` by the login and others, `login` by the login and others of its module, `frame` by all pages behind the login, `map` by pages with
 * a map, `list` and `edit` by most pages of that kind; then what one wing has for itself (`wing-transport`) or one module (`of-transport-waybill`).
 */
type ChunkName = 'start' | 'fields' | 'login' | 'frame' | 'map' | 'list' | 'edit' | `wing-${string}` | `of-${string}`;

/** Modules that always load together when the bundler splits by itself: the finest pieces there are. */
interface Piece {
  /** file name of the chunk */
  name: string;
  /** source file relative to the web client when something imports it lazily: a page, a dialog */
  lazyPath: string | null;
  isEntry: boolean;
  /** names of the pieces that load with it */
  imports: readonly string[];
  moduleIds: readonly string[];
  /** length of its code before minification */
  length: number;
}

/** A page or dialog with all pieces that load with it. */
interface LazyPart {
  path: string;
  pieces: ReadonlySet<string>;
}

/** From this share of the pages on, they have a piece in common. */
const mostPages = 0.5;
/** What paints maps: three quarters of a megabyte that only pages with a map may ask for. */
export const mapEngine = /node_modules\/(maplibre-gl|@maplibre|pmtiles)\//u;
/** Pieces of less code are not worth another chunk for the pages that need them. */
const smallPiece = 5000;

/**
 * Groups for the bundler that put modules together by what loads them, so that a page comes in a dozen files and not in hundreds. Pages stay
 * lazy and in files of their own. What loads a module is measured on a build without groups, because only the bundler knows what is left of
 * a package after unused code was dropped; that takes a few seconds.
 */
export async function chunkGroups(root: string, treeshake: Rolldown.InputOptions['treeshake']) {
  const plan = nameChunks(await measurePieces(root, treeshake));
  const names = [...new Set(plan.values())];
  // the plan places every module itself; the bundler would draw what a group needs into it, whatever else needs it too
  const includeDependenciesRecursively = false;
  return names.map((name) => ({ name, test: (id: string) => plan.get(id) === name, includeDependenciesRecursively }));
}

/** The chunk of each module that several pages share. Modules of one page alone, and rare large packages, are left to the bundler. */
function nameChunks(pieces: readonly Piece[]): Map<string, ChunkName> {
  const byName = new Map(pieces.map((piece) => [piece.name, piece]));
  const lazy = pieces.flatMap(({ name, lazyPath: path }): LazyPart[] =>
    path ? [{ path, pieces: loadedWith([name], byName) }] : [],
  );
  const needed = (paths: readonly string[]) =>
    new Set(lazy.filter(({ path }) => paths.includes(path)).flatMap((part) => [...part.pieces]));
  const start = loadedWith(
    pieces.filter(({ isEntry }) => isEntry).map(({ name }) => name),
    byName,
  );
  const [login, frame, location] = [needed(firstLoads.login), needed(firstLoads.frame), needed(firstLoads.location)];
  const pages = lazy.filter(({ path }) => path.endsWith('page.tsx'));
  const inMost = (piece: string, of: readonly LazyPart[]): boolean =>
    of.filter((part) => part.pieces.has(piece)).length >= of.length * mostPages;
  const lists = pages.filter(({ path }) => path.endsWith('list-page.tsx'));
  const edits = pages.filter(({ path }) => path.endsWith('edit-page.tsx'));

  const engine = new Set(
    pieces.filter(({ moduleIds }) => moduleIds.some((id) => mapEngine.test(id))).map(({ name }) => name),
  );
  const hasEngine = (name: string): boolean => [...loadedWith([name], byName)].some((one) => engine.has(one));

  const nameOf = (piece: Piece): ChunkName | null => {
    const { name, length, imports } = piece;
    if (start.has(name)) return 'start';
    const shared = inMost(name, pages);
    if (login.has(name) && (shared || frame.has(name) || location.has(name))) return 'fields';
    if (login.has(name)) return 'login';
    if (frame.has(name) || (shared && location.has(name))) return 'frame';
    if (shared && length < smallPiece && imports.every((one) => start.has(one) || frame.has(one))) return 'frame';
    if (location.has(name)) return hasEngine(name) ? 'map' : 'frame';
    if (shared || inMost(name, lists)) return 'list';
    if (inMost(name, edits)) return 'edit';
    return ownChunk(lazy.filter((part) => part.pieces.has(name)));
  };
  const plan = new Map<string, ChunkName>();
  for (const piece of pieces) {
    const chunk = piece.lazyPath ? null : nameOf(piece);
    if (chunk) for (const id of piece.moduleIds) plan.set(id, chunk);
  }
  return plan;
}

/** The chunk of the one module, or of the one wing, whose pages and dialogs alone need a piece. */
function ownChunk(users: readonly LazyPart[]): ChunkName | null {
  // src/modules/<wing>/<module>/…
  const places = users.map(({ path }) => path.split('/').slice(2, 4));
  const [wings, modules] = [new Set(places.map(([wing]) => wing)), new Set(places.map((place) => place.join('-')))];
  if (modules.size === 1) return `of-${[...modules][0]}`;
  return wings.size === 1 ? `wing-${[...wings][0]}` : null;
}

/** These pieces and all that they import, directly or not. */
function loadedWith(names: readonly string[], pieces: ReadonlyMap<string, Piece>): Set<string> {
  const loaded = new Set<string>();
  const visit = (name: string): void => {
    if (loaded.has(name)) return;
    loaded.add(name);
    for (const next of pieces.get(name)?.imports ?? []) visit(next);
  };
  for (const name of names) visit(name);
  return loaded;
}

/** The pieces of the web client, from a build that writes nothing. */
async function measurePieces(root: string, treeshake: Rolldown.InputOptions['treeshake']): Promise<Piece[]> {
  const config: InlineConfig = {
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: { write: false, minify: false, cssMinify: false, copyPublicDir: false, reportCompressedSize: false },
  };
  const built = await build({ ...config, build: { ...config.build, target: 'es2022', rollupOptions: { treeshake } } });
  const results = Array.isArray(built) ? built : 'output' in built ? [built] : [];
  return results.flatMap(({ output }) =>
    output.flatMap((one): Piece[] =>
      one.type === 'chunk'
        ? [
            {
              name: one.fileName,
              lazyPath: one.isDynamicEntry && one.facadeModuleId ? relative(root, one.facadeModuleId) : null,
              isEntry: one.isEntry,
              imports: one.imports,
              moduleIds: Object.keys(one.modules),
              length: one.code.length,
            },
          ]
        : [],
    ),
  );
}
