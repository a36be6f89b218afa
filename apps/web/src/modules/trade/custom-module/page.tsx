import {
  type CustomModule,
  customModules,
  type ModuleRow,
  moduleChangeHis,
  moduleColumns,
  moduleFilters,
  moduleName,
  modulePage,
  moduleSwitch,
} from '@tongda/contract/trade/custom-module/calls';
import { Switch } from 'antd';
import { call } from '../../../kit/call/api';
import { useRowAct } from '../../../kit/call/use-row-act';
import { RegisterFilters } from '../../../kit/list/filter/declared';
import { ListPage } from '../../../kit/list/page';
import { useHistoryDrawer } from '../../../kit/list/register';
import { useInvalidate, useList } from '../../../kit/list/use-rows';
import { useCan } from '../../../kit/session/can';
import { Empty } from '../../../kit/show/states';
import type { Cells } from '../../../kit/table/types';

/** A switch of the table, with what it is to become. */
interface Step {
  row: ModuleRow;
  module: CustomModule;
  on: boolean;
}

/** 定制模块: which customised reports each company has, a switch a module. */
export function CustomModulePage() {
  const list = useList<ModuleRow>(modulePage);
  const invalidate = useInvalidate();
  const history = useHistoryDrawer(moduleChangeHis);
  const may = useCan(moduleSwitch);
  const turn = useRowAct(({ row, module, on }: Step) => call(moduleSwitch, { id: row.id, module, on }), {
    sure: ({ row, module, on }) =>
      on
        ? null
        : {
            title: `关闭${row.name}的“${moduleName(module)}”？`,
            content: '该企业的菜单、页面和接口立即不可用，已发出的分享链接打不开；数据保留，再次开通后恢复。',
            ok: '关闭',
          },
    told: ({ row, module, on }) => `${row.name}的“${moduleName(module)}”已${on ? '开通' : '关闭'}`,
    done: async () => {
      await Promise.all([modulePage, moduleChangeHis].map((of) => invalidate(of)));
    },
  });
  const cellOf = (module: CustomModule) => (row: ModuleRow) => {
    const on = !row.off.includes(module);
    return (
      <Switch
        size="small"
        checked={on}
        disabled={!may}
        aria-label={`${row.name} ${moduleName(module)}`}
        onChange={(next) => void turn({ row, module, on: next })}
      />
    );
  };
  // the columns of modules are their keys
  const cells = Object.fromEntries(customModules.map((module) => [module, cellOf(module)])) as Cells<ModuleRow>;
  return (
    <>
      <ListPage
        list={list}
        columns={moduleColumns}
        cells={cells}
        filters={<RegisterFilters of={moduleFilters.table} />}
        rowActions={(row) => [{ label: '变更记录', run: () => history.open({ id: row.id, name: row.name }) }]}
        empty={<Empty title="没有企业" text="开户后的企业显示在这里，默认开通全部模块" />}
      />
      {history.drawer}
    </>
  );
}
