import type { PlaceDetail, PlaceOnMap } from '@tongda/contract/ground/place/calls';
import { placeKind, placeSource, placeType } from '@tongda/contract/ground/place/enums';
import type { LineSegment } from '@tongda/contract/ground/place/segments';
import type { WireShape } from '@tongda/contract/ground/place/shape';
import { type NewSite, stopSiteRadiusM, type TrackGap } from '@tongda/contract/ground/place/track-line';
import type { Values } from '../../../kit/form/edit-schema';
import type { DrawTool } from '../../../map/draw/model';
import { groundColours } from '../../../theme/map-colours';

export type Kind = (typeof placeKind.codes)[number];
/** The kind of a row, which is a text on the wire. */
export const kindOf = (kind: string): Kind => placeKind.codes.find((code) => code === kind) ?? placeKind.site;

/** Which grounds a kind of place may have; the first one is offered. */
export const toolsOf: Readonly<Record<Kind, readonly DrawTool[]>> = {
  site: ['circle', 'rect', 'polygon'],
  region: ['polygon', 'circle', 'rect'],
  line: ['line'],
};

const usualType: Readonly<Record<Kind, number>> = {
  site: placeType.warehouse,
  region: placeType.city,
  line: placeType.line,
};
const usualColour: Readonly<Record<Kind, string>> = {
  site: groundColours.site,
  region: groundColours.region,
  line: groundColours.line,
};

/** A new place, with what is known of it already (a proposal, a track). */
export interface NewPlace {
  kind: Kind;
  shape?: WireShape;
  address?: string;
  name?: string;
  source?: number;
  speedLimitKmh?: number | null;
  segments?: LineSegment[];
  drive?: LineOfDrive;
}
/** What a line that was made from a drive brings along. */
export interface LineOfDrive {
  track: { vehicleId: string; startTime: string; endTime: string };
  /** stretches that nobody saw */
  gaps: TrackGap[];
  /** stands that become sites with it */
  sites: NewSite[];
}

export const blankForm = ({
  kind,
  shape,
  address = '',
  name = '',
  source = placeSource.hand,
  speedLimitKmh = null,
  segments = [],
  drive,
}: NewPlace): Values => ({
  kind,
  placeType: usualType[kind],
  name,
  code: null,
  orgId: null,
  address,
  speedLimitKmh,
  bufferM: 50,
  stayMin: 3,
  contact: '',
  phone: null,
  color: usualColour[kind],
  icon: '',
  tags: [],
  visible: 1,
  twoWay: true,
  segments,
  hours: [],
  limitOverT: null,
  remark: '',
  shape: shape ?? null,
  ...(drive ? { track: drive.track, sites: drive.sites } : { source }),
});

export const formOf = (place: PlaceDetail): Values => ({
  kind: place.kind,
  placeType: place.placeType,
  name: place.name,
  code: place.code || null,
  orgId: place.orgId,
  address: place.address,
  speedLimitKmh: place.speedLimitKmh,
  bufferM: place.bufferM,
  stayMin: place.stayMin,
  contact: place.contact,
  phone: place.phone || null,
  color: place.color,
  icon: place.icon,
  tags: place.tags,
  visible: place.visible,
  twoWay: place.twoWay,
  segments: place.segments,
  hours: place.hours,
  limitOverT: place.limitOverT,
  remark: place.remark,
  shape: place.shape,
});

/** The input of the call: of an administrative area only its code is sent. */
export function toInput(values: Values): Values {
  // the field `shape` holds what was drawn
  const shape = values.shape as WireShape | null | undefined;
  return { ...values, shape: shape?.kind === 'district' ? { kind: 'district', adcode: shape.adcode } : shape };
}

export const kindWord = (kind: string): string => placeKind.label(kind);

const round6 = (n: number): number => Math.round(n * 1e6) / 1e6;
export const circleAt = (lng: number, lat: number): WireShape => ({
  kind: 'circle',
  lng: round6(lng),
  lat: round6(lat),
  radiusM: stopSiteRadiusM,
});

/** A former shape as a grey place for the map. */
export const formerOnMap = (shape: WireShape): PlaceOnMap[] => [
  {
    id: 'former',
    kind: 'region',
    placeType: 10,
    name: '',
    color: groundColours.former,
    icon: '',
    lng: 0,
    lat: 0,
    insideCount: 0,
    shape,
  },
];
