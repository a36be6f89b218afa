import type { Output } from '@tongda/contract/core/endpoint';
import type { alarmDetail } from '@tongda/contract/watch/alarm/calls';
import { shortTime } from '../../../../kit/show/format';
import { HandleDot, LevelMark } from '../words';
import '../styles.css';

/** 临近报警: what else the vehicle reported within an hour; a click leads there. */
export function NearAlarms({
  near,
  choose,
}: Pick<Output<typeof alarmDetail>, 'near'> & { choose: (id: string) => void }) {
  if (near.length === 0) return <p className="td-cap">前后1小时没有其他报警</p>;
  return (
    <ul className="watch-alarm-near">
      {near.map((one) => (
        <li key={one.id}>
          <time title={one.startTime}>{shortTime(one.startTime)}</time>
          <button type="button" className="td-plain td-link" onClick={() => choose(one.id)}>
            {one.title}
          </button>
          <LevelMark level={one.level} />
          <HandleDot row={one} />
        </li>
      ))}
    </ul>
  );
}
