import type { MapProvider, MapSettings } from '@tongda/contract/base/map/calls';
import { type Crs, convertPosition } from '@tongda/geo/convert';
import type { RasterSourceSpecification } from 'maplibre-gl';

/** What a base map is made of. `source` absent = the bundled sketch map alone. */
export interface BaseMap {
  provider: MapProvider;
  /** Coordinate system of its pictures: positions are shifted when they are drawn, never when they are kept. */
  crs: Crs;
  /** Shown in the corner of the map; Chinese providers ask for their approval number. */
  attribution: string;
  source?: RasterSourceSpecification;
  /** Address of a PMTiles archive: its header tells pictures from vectors. */
  archive?: string;
}

export const offlineNote = '离线示意图，仅供调度参考';

const offline: BaseMap = { provider: 'offline', crs: 'wgs84', attribution: offlineNote };

export const offlineSettings: MapSettings = { provider: 'offline', key: '', url: '', crs: 'wgs84', attribution: '' };

const tiandituTiles = (layer: string, key: string): string[] =>
  [0, 1, 2, 3, 4, 5, 6, 7].map(
    (n) =>
      `https://t${n}.tianditu.gov.cn/${layer}_w/wmts?SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0&LAYER=${layer}&STYLE=default&TILEMATRIXSET=w&FORMAT=tiles&TILEMATRIX={z}&TILEROW={y}&TILECOL={x}&tk=${encodeURIComponent(key)}`,
  );

/** Base map of a setting. A setting that misses its key or address gives the bundled map. */
export function baseMapOf(settings: MapSettings): BaseMap {
  const { provider, key, url } = settings;
  const credit = (own: string): string => settings.attribution || own;
  const raster = (tiles: string[], minzoom: number, maxzoom: number): RasterSourceSpecification => ({
    type: 'raster',
    tiles,
    tileSize: 256,
    minzoom,
    maxzoom,
  });
  switch (provider) {
    case 'amap':
      return {
        provider,
        crs: 'gcj02',
        attribution: credit('© 高德地图'),
        source: raster(
          [1, 2, 3, 4].map(
            (n) => `https://webrd0${n}.is.autonavi.com/appmaptile?lang=zh_cn&size=1&scale=1&style=8&x={x}&y={y}&z={z}`,
          ),
          3,
          18,
        ),
      };
    case 'tianditu':
      if (key === '') return offline;
      return {
        provider,
        crs: 'wgs84',
        attribution: credit('© 国家地理信息公共服务平台 天地图'),
        source: raster(tiandituTiles('vec', key), 1, 18),
      };
    case 'osm':
      return {
        provider,
        crs: 'wgs84',
        attribution: credit('© OpenStreetMap'),
        source: raster(['https://tile.openstreetmap.org/{z}/{x}/{y}.png'], 0, 19),
      };
    case 'xyz':
      if (url === '') return offline;
      return { provider, crs: settings.crs, attribution: credit(''), source: raster([url], 0, 18) };
    case 'pmtiles':
      if (url === '') return offline;
      return { provider, crs: settings.crs, attribution: credit('© OpenStreetMap'), archive: url };
    default:
      return offline;
  }
}

/** Names over the pictures of Tianditu, which keeps them in a layer of its own. */
export const tiandituNames = (key: string): string[] => tiandituTiles('cva', key);

/** WGS-84 → position on the map. */
export const toMap = (crs: Crs, lng: number, lat: number): [lng: number, lat: number] =>
  convertPosition(lng, lat, 'wgs84', crs);

/** Position on the map → WGS-84. */
export const fromMap = (crs: Crs, lng: number, lat: number): [lng: number, lat: number] =>
  convertPosition(lng, lat, crs, 'wgs84');
