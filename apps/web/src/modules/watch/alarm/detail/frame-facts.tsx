import { figureText } from '@tongda/contract/core/figure';
import type { AlarmFrame, AlarmRawReport } from '@tongda/contract/watch/alarm/calls';
import { none } from '../../../../kit/show/format';
import { spotText } from '../../../../kit/show/spot';

const joinTexts = (values: ReadonlyArray<number | null>, unit: string): string =>
  values.map((value) => (value === null ? '--' : figureText(value))).join(' / ') +
  (values.length > 0 ? ` ${unit}` : '');

/** 原始报文, for those who may see it. */
const rawRows = (raw: AlarmRawReport | null): Array<[string, string]> =>
  raw === null
    ? []
    : [
        ['报警标志', `0x${raw.alarmWord}`],
        ['状态位', `0x${raw.statusWord}`],
        // those that no reading above was taken from: unknown ones, and those that are the alarm itself
        ['其他附加项', raw.items],
      ];

/** What the terminal said in the report with which the alarm began. */
export function FrameFacts({ frame, raw }: { frame: AlarmFrame | null; raw: AlarmRawReport | null }) {
  if (!frame) return <p className="td-cap">这段时间没有可查看的上报数据</p>;
  const doors = frame.doors
    .flatMap((open, i) => (open === null ? [] : [`${i + 1}号门${open ? '开' : '关'}`]))
    .join('，');
  const rows: Array<[string, string]> = [
    ['定位时间', frame.time],
    ['通讯时间', `${frame.receiveTime}${frame.late ? '（补传）' : ''}`],
    [
      '速度',
      `${frame.speedKmh === null ? none : figureText(frame.speedKmh)} km/h，方向 ${frame.directionDeg === null ? none : `${frame.directionDeg}°`}，ACC ${frame.acc ? '开' : '关'}`,
    ],
    ['经纬度', frame.located ? spotText(frame.lng, frame.lat) : '未定位'],
    ['温度', joinTexts(frame.tempC, '℃')],
    ['湿度', joinTexts(frame.humPct, '%RH')],
    ['油量', joinTexts(frame.fuelL, 'L')],
    ['车门', doors],
    ['终端报警', frame.alarms.join('、')],
    ['里程表', frame.odometerKm === null ? '' : `${frame.odometerKm.toLocaleString('zh-CN')} km`],
    ...rawRows(raw),
  ];
  return (
    <dl className="watch-alarm-facts">
      {rows
        .filter(([, text]) => text !== '')
        .map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
    </dl>
  );
}
