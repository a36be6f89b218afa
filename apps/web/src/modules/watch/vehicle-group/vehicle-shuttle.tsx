import { Button, Checkbox, Input, TreeSelect } from 'antd';
import { ChevronDown, ChevronLeft, ChevronRight, Search } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { type TreeItem, toTreeOptions, treeSearch } from '../../../kit/form/input/tree-options';
import { useOneStop } from '../../../kit/show/hooks/use-one-stop';
import { Empty } from '../../../kit/show/states';
import { type GroupableVehicle, idsBelow, siftVehicles } from './grouping-model';

/** More rows than this are not drawn: a search finds the rest. */
const drawn = 300;

interface ShuttleProps {
  vehicles: GroupableVehicle[];
  /** ids of those in the group */
  inside: ReadonlySet<string>;
  orgs: TreeItem[];
  busy: boolean;
  change: (inside: Set<string>) => void;
}

/** Two lists: vehicles outside of the group and inside; what is ticked goes over. */
export function VehicleShuttle({ vehicles, inside, orgs, busy, change }: ShuttleProps) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const left = vehicles.filter((v) => !inside.has(v.vehicleId));
  const right = vehicles.filter((v) => inside.has(v.vehicleId));
  const tickedIn = (list: GroupableVehicle[]): string[] =>
    list.filter((v) => ticked.has(v.vehicleId)).map((v) => v.vehicleId);
  const [toAdd, toTake] = [tickedIn(left), tickedIn(right)];
  const over = (next: Set<string>): void => {
    setTicked(new Set());
    change(next);
  };
  return (
    <div className="watch-vehicle-group-shuttle">
      <VehicleColumn
        title="可加入的车辆"
        vehicles={left}
        orgs={orgs}
        ticked={ticked}
        tick={setTicked}
        none="没有可加入的车辆"
      />
      <div className="watch-vehicle-group-shuttle-mid">
        <Button
          type="primary"
          icon={<ChevronRight />}
          iconPlacement="end"
          disabled={toAdd.length === 0 || busy}
          onClick={() => over(new Set([...inside, ...toAdd]))}
        >
          加入{toAdd.length > 0 ? ` ${toAdd.length}` : ''}
        </Button>
        <Button
          icon={<ChevronLeft />}
          disabled={toTake.length === 0 || busy}
          onClick={() => over(new Set([...inside].filter((id) => !toTake.includes(id))))}
        >
          移出{toTake.length > 0 ? ` ${toTake.length}` : ''}
        </Button>
      </div>
      <VehicleColumn
        title="分组内的车辆"
        vehicles={right}
        orgs={orgs}
        ticked={ticked}
        tick={setTicked}
        none="分组内还没有车辆，从左侧勾选后加入"
      />
    </div>
  );
}

interface ColumnProps {
  title: string;
  vehicles: GroupableVehicle[];
  orgs: TreeItem[];
  ticked?: ReadonlySet<string>;
  tick?: (ticked: ReadonlySet<string>) => void;
  none: string;
}

/** Vehicles with a search by plate or remark (Enter takes the first that is found, the arrow down leads into the list) and a choice of department; rows can be ticked where `tick` is given. */
export function VehicleColumn({ title, vehicles, orgs, ticked = new Set(), tick, none }: ColumnProps) {
  const [keyword, setKeyword] = useState('');
  const [org, setOrg] = useState<string>();
  const below = useMemo(() => (org ? idsBelow(orgs, org) : null), [orgs, org]);
  const shown = siftVehicles(vehicles, { keyword, orgs: below });
  const count = shown.filter((v) => ticked.has(v.vehicleId)).length;
  const stop = useOneStop(Math.min(shown.length, drawn));
  const set = (ids: string[], on: boolean): void => {
    const next = new Set(ticked);
    for (const id of ids) on ? next.add(id) : next.delete(id);
    tick?.(next);
  };
  return (
    <section className="watch-vehicle-group-shuttle-col" aria-label={title}>
      <header>
        {tick ? (
          <Checkbox
            aria-label={`全选${title}`}
            checked={shown.length > 0 && count === shown.length}
            indeterminate={count > 0 && count < shown.length}
            disabled={shown.length === 0}
            onChange={(event) =>
              set(
                shown.map((v) => v.vehicleId),
                event.target.checked,
              )
            }
          />
        ) : null}
        <b>{title}</b>
        <span className="td-cap">{count > 0 ? `已选${count}/${shown.length}` : `${shown.length}辆`}</span>
      </header>
      <div className="watch-vehicle-group-shuttle-find">
        <Input
          aria-label={`在${title}中搜索`}
          prefix={<Search className="td-ico td-mute" />}
          placeholder="车牌号 / 备注"
          value={keyword}
          allowClear
          maxLength={30}
          onChange={(event) => setKeyword(event.target.value)}
          onPressEnter={() => keyword.trim() !== '' && shown[0] && set([shown[0].vehicleId], true)}
          {...stop.field}
        />
        <TreeSelect
          aria-label={`${title}的部门`}
          suffixIcon={<ChevronDown className="td-ico td-mute" />}
          treeData={toTreeOptions(orgs)}
          value={org}
          placeholder="全部部门"
          allowClear
          treeDefaultExpandAll
          popupMatchSelectWidth={false}
          showSearch={treeSearch}
          onChange={setOrg}
        />
      </div>
      {shown.length === 0 ? (
        <Empty title={vehicles.length === 0 ? none : '没有符合条件的车辆'} />
      ) : (
        <ul {...stop.keys}>
          {shown.slice(0, drawn).map((v, i) => (
            <VehicleLine key={v.vehicleId} vehicle={v}>
              {tick ? (
                <Checkbox
                  aria-label={`选择${v.plateNo}`}
                  tabIndex={stop.tabIndexOf(i)}
                  checked={ticked.has(v.vehicleId)}
                  onChange={(event) => set([v.vehicleId], event.target.checked)}
                />
              ) : null}
            </VehicleLine>
          ))}
          {shown.length > drawn ? (
            <li className="td-cap watch-vehicle-group-shuttle-more">仅显示前{drawn}辆，请搜索查找其余车辆</li>
          ) : null}
        </ul>
      )}
    </section>
  );
}

function VehicleLine({ vehicle, children }: { vehicle: GroupableVehicle; children: ReactNode }) {
  const line = (
    <>
      {children}
      <span>{vehicle.plateNo}</span>
      <small>{vehicle.remarkNo}</small>
      <small>{vehicle.orgName}</small>
    </>
  );
  // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox stands among the children
  return <li>{children ? <label>{line}</label> : <div>{line}</div>}</li>;
}
