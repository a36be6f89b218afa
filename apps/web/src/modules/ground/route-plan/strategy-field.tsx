import type { EnumCode } from '@tongda/contract/core/enum';
import { routeStrategy } from '@tongda/contract/ground/place/enums';
import { chosenWay, crossedWords, type PlannedWay } from '@tongda/contract/ground/route-plan/way';
import { Radio } from 'antd';
import { EditField } from '../../../kit/form/edit-field';
import { formatDuration, formatNumber, none } from '../../../kit/show/format';
import '../parts/stops.css';

interface Props {
  /** as the routing engine answered: none without one */
  ways: readonly PlannedWay[];
  note: string;
}

/** 策略: the ways by road that the engine offers, each with what speaks for it. Nothing stands here where no engine is configured. */
export function StrategyField({ ways, note }: Props) {
  if (ways.length === 0) return note ? <p className="ground-route-plan-note">{note}</p> : null;
  return (
    <div className="kit-form-group-grid ground-parts-wide">
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

type Strategy = EnumCode<typeof routeStrategy>;
interface ChoiceProps {
  ways: readonly PlannedWay[];
  value?: string | null;
  onChange?: (strategy: string) => void;
  id?: string;
}

function chosenAt(ways: readonly PlannedWay[], strategy: Strategy | null): number {
  const chosen = chosenWay(ways, strategy);
  return chosen ? ways.indexOf(chosen) : 0;
}

function WayChoice({ ways: answered, value, onChange, id }: ChoiceProps) {
  // a way that fits no strategy could not be found again by its name
  const ways = answered.filter(({ strategies }) => strategies.length > 0);
  // the same rule as on the server
  const chosen = chosenAt(ways, value as Strategy | null);
  const free = ways.some(({ avoided }) => avoided.length === 0);
  return (
    <Radio.Group
      id={id}
      className="ground-route-plan-strategy"
      value={Math.max(0, chosen)}
      onChange={(event) => {
        const [code] = ways[Number(event.target.value)]?.strategies ?? [];
        if (code) onChange?.(code);
      }}
    >
      {ways.map(({ strategies, distanceKm, driveMin, limits, avoided }, i) => (
        // one through a 禁行区域 is no choice where another keeps off it
        <Radio key={strategies.join()} value={i} disabled={free && avoided.length > 0}>
          {strategies.map((code) => routeStrategy.label(code)).join('、')} <b>{formatNumber(distanceKm, 1)}</b> km，
          <b>{formatDuration(driveMin * 60)}</b>
          <span className="ground-route-plan-late"> {crossedWords({ limits, avoided })}</span>
        </Radio>
      ))}
    </Radio.Group>
  );
}
