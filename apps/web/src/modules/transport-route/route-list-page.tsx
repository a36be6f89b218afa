import { routeType, useStatus } from '@tongda/contract/enums/place';
import {
  type RouteRow,
  routeAdd,
  routeChangeHis,
  routeColumns,
  routeDelete,
  routeExport,
  routePage,
  routeUpdate,
} from '@tongda/contract/transport-route/route';
import { Button } from 'antd';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { call } from '../../kit/api';
import { Can } from '../../kit/can';
import { HistoryDrawer } from '../../kit/change-history';
import type { Cells, RowAction } from '../../kit/data-table';
import { ExportButton } from '../../kit/export-button';
import { FilterEnum, FilterText, FilterTree } from '../../kit/filters';
import { num } from '../../kit/format';
import { ListPage } from '../../kit/list-page';
import { confirm, toast } from '../../kit/notify';
import { Empty } from '../../kit/states';
import { useInvalidate, useList } from '../../kit/use-list';
import { useRouteLinks } from './links';
import { loadOrgs } from './options';

/** 线路管理: the company's transport routes. */
export function RouteListPage() {
  const list = useList<RouteRow>(routePage);
  const links = useRouteLinks();
  const [history, setHistory] = useState<RouteRow | null>(null);
  const invalidate = useInvalidate();
  const changed = (): void => {
    for (const endpoint of [routePage, routeChangeHis]) void invalidate(endpoint);
  };
  const cells = useMemo(
    (): Cells<RouteRow> => ({
      routeCode: (row) => (
        <Link className="td-word" to={links.details(row.id)}>
          {row.routeCode}
        </Link>
      ),
      tollYuan: (row) => num(row.tollYuan, 2),
    }),
    [links],
  );
  const rowActions = (row: RouteRow): RowAction[] => [
    { label: '查看', to: links.details(row.id) },
    { label: '编辑', to: links.edit(row.id), can: routeUpdate },
    { label: '复制新增', to: links.copy(row.id), can: routeAdd },
    { label: '变更记录', run: () => setHistory(row) },
    { label: '删除', danger: true, can: routeDelete, run: () => remove(row, changed) },
  ];
  return (
    <>
      <ListPage
        list={list}
        columns={routeColumns}
        cells={cells}
        filters={
          <>
            <FilterText name="keyword" label="线路名称、编码" main width={200} />
            <FilterText name="stop" label="途经站点" width={180} />
            <FilterEnum name="routeType" label="类型" of={routeType} width={130} />
            <FilterTree name="orgId" label="组织" load={loadOrgs} width={160} />
            <FilterEnum name="status" label="状态" of={useStatus} width={120} />
          </>
        }
        toolbar={
          <>
            <AddButton to={links.add} />
            <ExportButton of={routeExport} />
          </>
        }
        batch={() => null}
        rowActions={rowActions}
        empty={<Empty title="暂无线路" text="按停靠顺序新增第一条线路" action={<AddButton to={links.add} />} />}
      />
      {history ? (
        <HistoryDrawer of={routeChangeHis} id={history.id} name={history.routeName} close={() => setHistory(null)} />
      ) : null}
    </>
  );
}

function AddButton({ to }: { to: string }) {
  const navigate = useNavigate();
  return (
    <Can do={routeAdd}>
      <Button type="primary" icon={<Plus />} onClick={() => void navigate(to)}>
        新增
      </Button>
    </Can>
  );
}

async function remove(row: RouteRow, changed: () => void): Promise<void> {
  const sure = await confirm({
    title: `确定删除线路“${row.routeName}”？`,
    content: '删除后不可恢复，已执行的运输不受影响。',
    ok: '删除',
    danger: true,
  });
  if (!sure) return;
  await call(routeDelete, { id: row.id });
  toast('success', `线路“${row.routeName}”已删除`);
  changed();
}
