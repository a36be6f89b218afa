import { minuteMs } from '@tongda/contract/core/durations';
import { shortLimit } from '@tongda/contract/rules/alarm-rule/applied';
import { type PushOccasion, pushOccasion } from '@tongda/contract/rules/push/enums';
import type { AlarmMessage } from '@tongda/contract/watch/alarm/episode';
import { episodeLevel } from '@tongda/contract/watch/alarm/episode';
import {
  type AlarmFacts,
  alarmFactsLine,
  alarmTitle,
  alarmValue,
  minuteWords,
  subjectWords,
} from '@tongda/contract/watch/alarm/words';
import { wireTime } from '../../../../core/http/answer/wire-time';
import { addressOf, loadGeocoder } from '../../../base/map/door';
import type { FiredSpeedRule } from '../../../watch/track/door';

/** What the text of a notice needs beside the event itself. */
export interface Subject {
  plateNo: string;
  subjectName: string;
  ruleName: string;
  /** the rule of a speeding alarm: it says where the limit came from */
  speedRule: FiredSpeedRule;
  placeId: string | null;
  placeName: string;
  zone: string;
  /** address of the page about it; '' without PUBLIC_URL */
  link: string;
}

type Alarm = Pick<
  AlarmMessage,
  'kind' | 'subject' | 'level' | 'start' | 'end' | 'peak' | 'limit' | 'lng' | 'lat' | 'values'
>;

export interface Words {
  title: string;
  content: string;
}

/** Address of a position for a notice; '' abroad, at sea, or when the data of borders cannot be read: a notice must not fail because of it. */
export async function addressWords(lng: number | null, lat: number | null): Promise<string> {
  if (lng === null || lat === null) return '';
  try {
    await loadGeocoder();
    return addressOf(lng, lat);
  } catch {
    return '';
  }
}

const shortTime = (at: number, zone: string): string => wireTime(at, zone).slice(5, 16);

/** Values of all variables that a template may use. */
function templateVariables(
  a: Alarm,
  s: Subject,
  occasion: PushOccasion,
  now: number,
  address: string,
): Record<string, string> {
  const facts: AlarmFacts = { ...a, subjectName: s.subjectName };
  const limit = shortLimit({ ...facts, placeId: s.placeId, placeName: s.placeName }, s.speedRule);
  return {
    event: pushOccasion.label(occasion),
    plateNo: s.plateNo,
    kind: alarmTitle(a),
    level: episodeLevel.label(a.level),
    subject: subjectWords(facts),
    value: alarmValue(a),
    limit,
    time: shortTime(a.start, s.zone),
    duration: minuteWords(((a.end ?? now) - a.start) / minuteMs),
    address: [s.placeName, address].filter(Boolean).join(' '),
    rule: s.ruleName,
    link: s.link,
    facts: alarmFactsLine(facts, limit),
  };
}

/** What a notice says: `times` is the number of a repetition, `minutes` is for how long nobody has handled the alarm. */
export interface WordsOptions {
  occasion: PushOccasion;
  template?: string;
  times?: number;
  minutes?: number;
  now: number;
  address: string;
}

/** Title and text of a notice. A company's template replaces the text of openings and repetitions, not that of an end or a withdrawal. */
export function noticeWords(a: Alarm, s: Subject, o: WordsOptions): Words {
  const v = templateVariables(a, s, o.occasion, o.now, o.address);
  const title = titleWords(v.kind ?? '', o.occasion);
  if (o.occasion === pushOccasion.withdrawn)
    return {
      title,
      content: `【撤销】${v.plateNo} ${v.time}的${v.kind}：收到补传数据后经重新计算不成立，此前的推送请忽略。`,
    };
  if (o.occasion === pushOccasion.ended)
    return {
      title,
      content: `【恢复】${v.plateNo} ${v.time}的${v.kind}已于${shortTime(a.end ?? o.now, s.zone)}结束，历时${v.duration}${figuresTail(v.facts)}。`,
    };
  const prefix = prefixOf(o, v.kind ?? '', v.level ?? '');
  if (o.template) {
    const filled = o.template.replace(/\{([^{}]*)\}/gu, (_, name: string) => v[name] ?? '');
    return { title, content: o.occasion === pushOccasion.opened ? filled : `${prefix}${filled}` };
  }
  const parts = [
    v.facts,
    `${v.time}起${o.occasion === pushOccasion.opened ? '' : `，已持续${v.duration}`}`,
    v.address ? `位置：${v.address}` : '',
    v.link,
  ];
  return { title, content: `${prefix}${v.plateNo} ${parts.filter(Boolean).join('，')}`.trim() };
}

const figuresTail = (facts: string | undefined): string => (facts ? `（${facts}）` : '');

function titleWords(kind: string, occasion: PushOccasion): string {
  if (occasion === pushOccasion.ended) return `${kind}已恢复`;
  if (occasion === pushOccasion.withdrawn) return `${kind}已撤销`;
  return kind;
}

function prefixOf({ occasion, times = 0, minutes = 0 }: WordsOptions, kind: string, level: string): string {
  const head = `【${kind}·${level}】`;
  switch (occasion) {
    case pushOccasion.raised:
      return `【${kind}升为${level}】`;
    case pushOccasion.repeated:
      return `${head}第${times}次提醒：`;
    case pushOccasion.escalated:
      return `${head}推送后${minuteWords(minutes)}无人处理，请跟进：`;
    default:
      return head;
  }
}
