import { recycleWords } from '@tongda/contract/core/register/recycle';
import { useStatus } from '@tongda/contract/ground/place/enums';
import {
  type RouteRow,
  routeAdd,
  routeBatchDel,
  routeBindVehicle,
  routeColumns,
  routeDelete,
  routeDetail,
  routeExport,
  routeRegister,
  routeSetStatus,
} from '@tongda/contract/ground/transport-route/calls';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../../kit/call/api';
import { useRowAct } from '../../../kit/call/use-row-act';
import { ExportButton } from '../../../kit/files/export-button';
import { useSetOne } from '../../../kit/list/register';
import { RegisterListPage } from '../../../kit/list/register-page';
import { formatNumber, none } from '../../../kit/show/format';
import { UseDot } from '../../../kit/show/use-dot';
import type { Cells } from '../../../kit/table/types';
import { BindVehiclesDialog } from './bind-vehicles-dialog';
import { useRouteLinks } from './links';
import { MapDialog } from './map-dialog';
import './styles.css';

const stops = {
  ask: '停用后不能再用于新的计划，已有的不受影响。',
  field: 'status',
  code: useStatus.off,
  state: '停用',
};
/** A route with a lower punctuality is marked, %. */
const poorPct = 80;
const starts = { field: 'status', code: useStatus.on, state: '启用' };

/** Export of a line for each stop with all columns of the import, whatever columns the list shows. */
const stopFile = { stops: true, fields: undefined };

/** 线路管理: the company's transport routes. */
export function RouteListPage() {
  const links = useRouteLinks();
  const setOne = useSetOne(routeSetStatus);
  const removeRoute = useRemoveRoute();
  const [binding, setBinding] = useState<RouteRow | null>(null);
  const [mapped, setMapped] = useState<RouteRow | null>(null);
  const cells = useMemo(
    (): Cells<RouteRow> => ({
      routeCode: (row) => (
        <Link className="kit-table-word" to={links.details(row.id)}>
          {row.routeCode}
        </Link>
      ),
      tollYuan: (row) => formatNumber(row.tollYuan, 2),
      fuelYuan: (row) => formatNumber(row.fuelYuan, 2),
      runs: (row) => row.runs || none,
      avgHours: (row) => formatNumber(row.avgHours, 1),
      onTimeRate: (row) =>
        row.onTimeRate === null ? (
          none
        ) : (
          <span className={row.onTimeRate < poorPct ? 'ground-transport-route-poor' : undefined}>
            {formatNumber(row.onTimeRate, 1)}%
          </span>
        ),
      status: (row) => <UseDot status={row.status} />,
      vehicleTypes: (row) => row.vehicleTypes.join('、') || none,
    }),
    [links],
  );
  return (
    <RegisterListPage<RouteRow>
      of={{ ...routeRegister, exports: routeExport, del: routeBatchDel }}
      columns={routeColumns}
      cells={cells}
      nameOf={(row) => row.routeName}
      add={links.add}
      edit={(row) => links.edit(row.id)}
      toolbar={
        <ExportButton of={routeExport} extra={stopFile}>
          导出停靠点
        </ExportButton>
      }
      stale={[routeDetail]}
      choices="站点、部门、电子线路"
      status={{ call: routeSetStatus, field: 'status', options: useStatus.options }}
      before={(row) => [{ label: '详情', to: links.details(row.id) }]}
      between={(row, { changed }) => [
        { label: '地图预览', run: () => setMapped(row) },
        { label: '复制', to: links.copy(row.id), can: routeAdd },
        { label: '绑定车辆', can: routeBindVehicle, run: () => setBinding(row) },
        {
          label: row.status === useStatus.on ? '停用' : '启用',
          can: routeSetStatus,
          run: () =>
            setOne({ id: row.id, name: row.routeName, ...(row.status === useStatus.on ? stops : starts) }, changed),
        },
      ]}
      remove={{ can: routeDelete, run: removeRoute }}
      emptyText="按停靠顺序新增第一条线路，或用表格一次导入多条"
    >
      {({ changed }) => (
        <>
          {binding ? <BindVehiclesDialog row={binding} done={changed} close={() => setBinding(null)} /> : null}
          {mapped ? <MapDialog id={mapped.id} name={mapped.routeName} close={() => setMapped(null)} /> : null}
        </>
      )}
    </RegisterListPage>
  );
}

const useRemoveRoute = () =>
  useRowAct(({ id }: RouteRow) => call(routeDelete, { id }), {
    sure: ({ routeName }) => ({
      title: `确定删除线路“${routeName}”？`,
      content: recycleWords,
      ok: '删除',
      danger: true,
    }),
    told: ({ routeName }) => `线路“${routeName}”已删除`,
  });
