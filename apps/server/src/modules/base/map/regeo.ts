import { type RegeoAnswer, type Regeocode, regeoMaxPoints } from '@tongda/contract/base/map/calls';
import { type Crs, convertPosition } from '@tongda/geo/convert';
import { formatPlace, type Place } from './geocoder';

/** Query of the call as it came; nothing of it is trusted. */
export interface RegeoQuery {
  location: string;
  batch?: string | undefined;
  coordsys?: string | undefined;
}

type PlaceOf = (lng: number, lat: number) => Place | null;

const refusedAnswer = (info: string): RegeoAnswer => ({ status: '0', info, infocode: '20000' });

/** Answers the documented shape for one position or a list joined by `|`. Never throws: what is wrong becomes status '0'. */
export function answerRegeo(query: RegeoQuery, placeOf: PlaceOf): RegeoAnswer {
  const crs = crsOf(query.coordsys);
  if (crs === null) return refusedAnswer('coordsys 只能是 wgs84、gcj02 或 bd09');
  const texts = query.location.split('|').filter((text) => text.trim() !== '');
  if (texts.length === 0) return refusedAnswer('缺少参数 location，格式为“经度,纬度”，多个位置以竖线分隔');
  if (texts.length > regeoMaxPoints) return refusedAnswer(`一次最多查询${regeoMaxPoints}个位置，收到${texts.length}个`);
  const codes: Regeocode[] = [];
  for (const [index, text] of texts.entries()) {
    const point = parsePoint(text);
    if (typeof point === 'string') return refusedAnswer(texts.length > 1 ? `第${index + 1}个位置：${point}` : point);
    codes.push(regeocodeOf(placeOf(...convertPosition(point[0], point[1], crs, 'wgs84'))));
  }
  const ok = { status: '1', info: 'OK', infocode: '10000' } as const;
  const single = codes[0];
  const list = codes.length > 1 || query.batch === 'true' || single === undefined;
  return list ? { ...ok, regeocodes: codes } : { ...ok, regeocode: single };
}

function crsOf(text: string | undefined): Crs | null {
  const name = (text ?? 'wgs84').toLowerCase();
  return name === 'wgs84' || name === 'gcj02' || name === 'bd09' ? name : null;
}

/** Position of a text, or the Chinese sentence that says what is wrong with it. */
function parsePoint(text: string): [lng: number, lat: number] | string {
  const match = /^\s*(-?\d{1,3}(?:\.\d{1,20})?)\s*,\s*(-?\d{1,3}(?:\.\d{1,20})?)\s*$/u.exec(text);
  if (!match) return '格式应为“经度,纬度”，例如 113.264385,23.129112';
  const lng = Number(match[1]);
  const lat = Number(match[2]);
  if (Math.abs(lng) > 180) return '经度应在 -180 到 180 之间';
  if (Math.abs(lat) > 90) return '纬度应在 -90 到 90 之间，请检查经度是否写在前面';
  return [lng, lat];
}

function regeocodeOf(place: Place | null): Regeocode {
  const text = (value: string | undefined) => (value ? value : []);
  return {
    formatted_address: place ? formatPlace(place) : '',
    addressComponent: {
      country: text(place ? '中国' : ''),
      province: text(place?.province),
      city: text(place?.city),
      district: text(place?.district),
      adcode: text(place?.adcode),
      citycode: [],
      township: [],
      towncode: [],
    },
  };
}
