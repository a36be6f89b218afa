import type { RasterSourceSpecification } from 'maplibre-gl';
import * as maplibregl from 'maplibre-gl';

let protocol: Promise<import('pmtiles').Protocol> | undefined;

/** Registers the pmtiles: scheme once; the library is loaded only by those who use it. */
function registerProtocol(): Promise<import('pmtiles').Protocol> {
  protocol ??= import('pmtiles').then(({ Protocol }) => {
    const made = new Protocol();
    maplibregl.addProtocol('pmtiles', made.tile);
    return made;
  });
  return protocol;
}

/** Raster source of a PMTiles archive. Rejects when it cannot be read, or holds vectors, which need a style of their own. */
export async function archiveSource(url: string): Promise<RasterSourceSpecification> {
  const [{ PMTiles, TileType }, made] = await Promise.all([import('pmtiles'), registerProtocol()]);
  const archive = new PMTiles(new URL(url, window.location.href).href);
  made.add(archive);
  const header = await archive.getHeader();
  if (header.tileType === TileType.Mvt) throw new Error('vector archive');
  return {
    type: 'raster',
    tiles: [`pmtiles://${archive.source.getKey()}/{z}/{x}/{y}`],
    tileSize: 256,
    minzoom: header.minZoom,
    maxzoom: header.maxZoom,
  };
}
