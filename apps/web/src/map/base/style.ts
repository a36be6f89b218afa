import type { FeatureCollection } from 'geojson';
import type { ExpressionSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl';
import type { ThemeMode } from '../../theme/palette';
import { countyRegions, type LabelKind, tag } from './data';
import { type MapToken, mapColour } from './tokens';

/** Sources of the bundled map; they start empty and are filled when the files have arrived. */
export const baseSource = 'base';
export const labelSource = 'labels';
export const countySource = (region: string): string => `counties-${region}`;

/** From here on county lines are loaded and drawn; their names come later. */
export const countyZoom = 6;

const empty: FeatureCollection = { type: 'FeatureCollection', features: [] };

/** Style of the bundled sketch map. Glyphs are drawn by the browser, so no font server is needed. */
export function offlineStyle(mode: ThemeMode): StyleSpecification {
  const counties = Object.fromEntries(
    Object.keys(countyRegions).map((region) => [
      countySource(region),
      { type: 'geojson' as const, data: empty, maxzoom: 10 },
    ]),
  );
  return {
    version: 8,
    sources: {
      [baseSource]: { type: 'geojson', data: empty, maxzoom: 10, tolerance: 0.75 },
      [labelSource]: { type: 'geojson', data: empty, maxzoom: 10 },
      ...counties,
    },
    layers: offlineLayers(mode),
  };
}

/** Layers from bottom to top. The same list recolours a living map when the theme changes. */
export function offlineLayers(mode: ThemeMode): LayerSpecification[] {
  const c = (name: MapToken): string => mapColour(name, mode);
  return [
    { id: 'background', type: 'background', paint: { 'background-color': c('water') } },
    fillLayer('land', tag.land, c('foreign')),
    fillLayer('china', tag.china, c('land')),
    lineLayer('river3', tag.river3, { 'line-color': c('water'), 'line-width': byZoom([7, 0.6], [10, 1.4]) }, 7),
    lineLayer(
      'river2',
      tag.river2,
      { 'line-color': c('water'), 'line-width': byZoom([5, 0.5], [7, 1.1], [10, 2.2]) },
      5,
    ),
    lineLayer(
      'river',
      tag.river,
      { 'line-color': c('water'), 'line-width': byZoom([3.5, 0.6], [7, 1.8], [10, 3]) },
      3.4,
    ),
    fillLayer('lake', tag.lake, c('water')),
    ...Object.keys(countyRegions).map(
      (region): LayerSpecification => ({
        id: countySource(region),
        type: 'line',
        source: countySource(region),
        minzoom: countyZoom,
        paint: {
          'line-color': c('countyLine'),
          'line-width': byZoom([6, 0.6], [9, 1.1]),
          'line-opacity': byZoom([6, 0.2], [7, 1]),
        },
      }),
    ),
    lineLayer(
      'prefecture',
      tag.prefecture,
      { 'line-color': c('cityLine'), 'line-width': byZoom([4.5, 0.5], [8, 1.2]) },
      4.6,
    ),
    lineLayer('province', tag.province, {
      'line-color': c('provinceLine'),
      'line-width': byZoom([3, 0.7], [8, 1.6]),
      'line-dasharray': [6, 2, 1, 2],
    }),
    lineLayer('outline', tag.outline, { 'line-color': c('outline'), 'line-width': byZoom([3, 0.7], [8, 1.2]) }),
    fillLayer('dash', tag.dash, c('outline')),
    lineLayer('dash-line', tag.dash, { 'line-color': c('outline'), 'line-width': 1 }),
    ...labelLayers(mode),
  ];
}

const hasTag = (value: number): ExpressionSpecification => ['==', ['get', 'k'], value];

const fillLayer = (id: string, value: number, colour: string): LayerSpecification => ({
  id,
  type: 'fill',
  source: baseSource,
  filter: hasTag(value),
  paint: { 'fill-color': colour, 'fill-antialias': true },
});

const lineLayer = (
  id: string,
  value: number,
  paint: NonNullable<Extract<LayerSpecification, { type: 'line' }>['paint']>,
  minzoom = 0,
  maxzoom = 24,
): LayerSpecification => ({
  id,
  type: 'line',
  source: baseSource,
  filter: hasTag(value),
  minzoom,
  maxzoom,
  layout: { 'line-join': 'round' },
  paint,
});

const byZoom = (...stops: Array<readonly [zoom: number, value: number]>): ExpressionSpecification =>
  // MapLibre types the stops as a rest of pairs, which `flat` cannot show
  ['interpolate', ['linear'], ['zoom'], ...stops.flat()] as unknown as ExpressionSpecification;

interface LabelLook {
  kind: LabelKind;
  colour: MapToken;
  size: ExpressionSpecification | number;
  minzoom: number;
  maxzoom?: number;
  spacing?: number;
  padding?: number;
}

/** From the least to the most important: MapLibre places the layer on top first. */
const looks: readonly LabelLook[] = [
  { kind: 'county', colour: 'countyText', size: byZoom([7.9, 11], [11, 13]), minzoom: 7.9, padding: 6 },
  { kind: 'country', colour: 'foreignText', size: 12, minzoom: 2.5, maxzoom: 6.5, spacing: 0.2 },
  { kind: 'sea', colour: 'waterText', size: byZoom([3, 12], [8, 14]), minzoom: 3, spacing: 0.35 },
  { kind: 'island', colour: 'waterText', size: 11, minzoom: 4 },
  { kind: 'lake', colour: 'waterText', size: 12, minzoom: 5, maxzoom: 11 },
  { kind: 'prefecture', colour: 'cityText', size: byZoom([5.4, 11.5], [9, 14]), minzoom: 5.4, padding: 4 },
  { kind: 'city', colour: 'cityText', size: byZoom([4.8, 11.5], [9, 14.5]), minzoom: 4.8, padding: 4 },
  { kind: 'capital', colour: 'capitalText', size: byZoom([4.8, 12], [9, 15]), minzoom: 4.8, padding: 4 },
  {
    kind: 'province',
    colour: 'provinceText',
    size: byZoom([2.6, 11], [5, 14]),
    minzoom: 2.6,
    maxzoom: 5.4,
    spacing: 0.15,
  },
];

/** Municipalities, Hong Kong and Macau are provinces that keep their name when the other provinces' names go. */
const cityProvinces = ['北京', '天津', '上海', '重庆', '香港', '澳门'];

function labelLayers(mode: ThemeMode): LayerSpecification[] {
  const layers = looks.map((look) => labelLayer(look, mode));
  layers.push(
    labelLayer(
      { kind: 'province', colour: 'capitalText', size: byZoom([5.4, 13], [9, 15.5]), minzoom: 5.4 },
      mode,
      'municipality',
      ['in', ['get', 'name'], ['literal', cityProvinces]],
    ),
  );
  return layers;
}

function labelLayer(
  look: LabelLook,
  mode: ThemeMode,
  id: string = look.kind,
  also?: ExpressionSpecification,
): LayerSpecification {
  const kind: ExpressionSpecification = ['==', ['get', 'kind'], look.kind];
  const soon: ExpressionSpecification = ['>=', ['zoom'], ['get', 'zoom']];
  return {
    id: `label-${id}`,
    type: 'symbol',
    source: labelSource,
    minzoom: look.minzoom,
    maxzoom: look.maxzoom ?? 24,
    filter: also ? ['all', kind, also] : ['all', kind, soon],
    layout: {
      'text-field': ['get', 'name'],
      'text-font': ['sans-serif'],
      'text-size': look.size,
      'text-letter-spacing': look.spacing ?? 0.03,
      'text-padding': look.padding ?? 2,
      'text-max-width': 20,
    },
    paint: {
      'text-color': mapColour(look.colour, mode),
      'text-halo-color': look.colour === 'waterText' ? mapColour('water', mode) : mapColour('halo', mode),
      'text-halo-width': 1.2,
    },
  };
}
