import { routeStrategy } from '@tongda/contract/enums/place';
import type { PlannedWay } from '@tongda/contract/route-plan/way';
import { Radio } from 'antd';
import { EditField } from '../../kit/edit-field';
import { duration, none, num } from '../../kit/format';

interface Props {
  /** as the routing engine answered: none without one */
  ways: readonly PlannedWay[];
  note: string;
}

/** 策略: the ways by road that the engine offers, each with what speaks for it. Nothing stands here where no engine is configured. */
export function StrategyField({ ways, note }: Props) {
  if (ways.length === 0) return note ? <p className="rpl-note">{note}</p> : null;
  return (
    <div className="td-group-grid rte-wide">
      <EditField
        name="strategy"
        label="策略"
        span={12}
        verb="选择"
        show={(code) => (code ? routeStrategy.label(String(code)) : none)}
      >
        <WayChoice ways={ways} />
      </EditField>
    </div>
  );
}

interface ChoiceProps {
  ways: readonly PlannedWay[];
  value?: string | null;
  onChange?: (strategy: string) => void;
  id?: string;
}

function WayChoice({ ways: answered, value, onChange, id }: ChoiceProps) {
  // what nothing speaks for has no name to be kept by
  const ways = answered.filter(({ strategies }) => strategies.length > 0);
  // the same rule as on the server: the first way that keeps to it, else the fastest
  const chosen = ways.findIndex(({ strategies }) => strategies.some((code) => code === value));
  return (
    <Radio.Group
      id={id}
      className="rpl-strategy"
      value={Math.max(0, chosen)}
      onChange={(event) => {
        const [code] = ways[Number(event.target.value)]?.strategies ?? [];
        if (code) onChange?.(code);
      }}
    >
      {ways.map(({ strategies, distanceKm, driveMin, limits }, i) => (
        <Radio key={strategies.join()} value={i}>
          {strategies.map((code) => routeStrategy.label(code)).join('、')} <b>{num(distanceKm, 1)}</b> km，
          <b>{duration(driveMin * 60)}</b>
          {limits.length > 0 ? <span className="rpl-late"> 穿过限行区：{limits.join('、')}</span> : null}
        </Radio>
      ))}
    </Radio.Group>
  );
}
