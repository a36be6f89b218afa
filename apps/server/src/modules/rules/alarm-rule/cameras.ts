import { type SupplierType, supplierType } from '@tongda/contract/resources/vehicle/enums';
import type { RuleParams } from '@tongda/contract/rules/alarm-rule/codes';
import { evidenceWords, safetyTypes } from '@tongda/contract/rules/alarm-rule/field';
import type { RuleParameter } from '../../resources/card/door';

type Params = RuleParams['safety'];
type Types = Params['types'];

/** Parameters of T/JSATL 12: the camera for the road, that for the driver, and the radars of the blind spots. */
const ROAD = 0xf364;
const DRIVER = 0xf365;
const BLIND_SPOT = 0xf367;
/** The highest speed from which a camera may be told to judge. */
const mostKmh = 60;

/** How the fields of a type begin in the parameter of its camera. */
const fieldsOfType: Readonly<Record<number, string>> = {
  180: 'forward',
  181: 'laneDeparture',
  182: 'distance',
  186: 'fatigue',
  187: 'telephone',
  188: 'smoking',
  189: 'distraction',
};

/** How early terminals warn: tenths of a second to a collision and to the truck ahead, seconds of a blind spot. */
const warnings = {
  low: { word: '低', forward: 20, distance: 10, blindSpot: 2 },
  middle: { word: '中', forward: 27, distance: 15, blindSpot: 3 },
  high: { word: '高', forward: 35, distance: 20, blindSpot: 5 },
} as const;

const nameOf = (type: number): string => safetyTypes.find(({ code }) => code === type)?.name ?? String(type);

/** A camera with the alarms of the rule that it tells: from which speed it judges, what it keeps, how loud and how early it warns. */
function cameraOf(id: number, name: string, types: Types, { gradeKmh, volume, sensitivity }: Params): RuleParameter {
  const fromKmh = Math.min(mostKmh, ...types.map(({ minKmh }) => minKmh));
  const changed: Record<string, number> = { speedThreshold: fromKmh };
  const words = [`${name} 判断车速${fromKmh}km/h`];
  if (volume !== null) {
    changed.volume = volume;
    words.push(volume === 0 ? '静音' : `音量${volume}级`);
  }
  if (gradeKmh !== null) words.push(`二级${gradeKmh}km/h`);
  if (id === ROAD && sensitivity !== 'keep') {
    changed.forwardTime = warnings[sensitivity].forward;
    changed.distanceTime = warnings[sensitivity].distance;
    words.push(`灵敏度${warnings[sensitivity].word}`);
  }
  for (const one of types) {
    const field = fieldsOfType[one.type];
    if (field === undefined) continue;
    if (gradeKmh !== null) changed[`${field}Speed`] = gradeKmh;
    if (one.photos != null) changed[`${field}Photos`] = one.photos;
    if (one.photoPause != null) changed[`${field}PhotoPause`] = one.photoPause;
    if (one.videoS != null) changed[`${field}Video`] = one.videoS;
    const kept = evidenceWords(one);
    if (kept.length > 0) words.push(`${nameOf(one.type)} ${kept.join(' ')}`);
  }
  return { id, words: words.join('、'), fields: changed };
}

/**
 * What a rule of active safety sets in terminals. Fields that it does not speak of stay as they are, so are alarms that it does not watch: another rule may
 * count them. Empty when its alarms come from nothing that can be set.
 */
export function cameraParameters(params: Params): RuleParameter[] {
  const { sensitivity } = params;
  const toldBy = (supplier: SupplierType): Types =>
    params.types.filter(({ type }) => safetyTypes.some((one) => one.code === type && one.supplier === supplier));
  const road = toldBy(supplierType.adas);
  const driver = toldBy(supplierType.dsm);
  const set: RuleParameter[] = [];
  if (road.length > 0) set.push(cameraOf(ROAD, '前方摄像头', road, params));
  if (driver.length > 0) set.push(cameraOf(DRIVER, '驾驶员摄像头', driver, params));
  if (toldBy(supplierType.blindSpot).length > 0 && sensitivity !== 'keep') {
    const { blindSpot, word } = warnings[sensitivity];
    set.push({ id: BLIND_SPOT, words: `盲区监测 灵敏度${word}`, fields: { rearTime: blindSpot, sideTime: blindSpot } });
  }
  return set;
}
