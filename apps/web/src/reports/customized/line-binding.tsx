import {
  lineBindingAdd,
  lineBindingDel,
  lineBindingReport,
  lineBindingSave,
} from '@tongda/contract/reports/customized/line-binding';
import { href, routes } from '@tongda/contract/shell/routes';
import { Button } from 'antd';
import { Plus } from 'lucide-react';
import { useNavigate } from 'react-router';
import { call } from '../../kit/call/api';
import { useRowAct } from '../../kit/call/use-row-act';
import { Can } from '../../kit/session/can';
import type { AnyRow } from '../kit/cells';
import type { UseReportExtras } from '../kit/extras';

const editAddress = (id?: string): string =>
  href(routes.customLineBindingEdit, 'report', id === undefined ? {} : { id });

/** 新增, 编辑 and 删除 of line bindings; a row is one vehicle of a binding, the words are about the whole binding. */
export const useLineBinding: UseReportExtras = (list) => {
  const navigate = useNavigate();
  const remove = useRowAct(
    ({ bindingId, version }: AnyRow) => call(lineBindingDel, { id: String(bindingId), version: Number(version) }),
    {
      sure: ({ line, plates }) => ({
        title: `确定删除“${String(line)}”的绑定？`,
        content: `这条绑定共 ${Number(plates)} 辆车，删除后不再识别它们的趟次，由它产生的偏离报警规则一并删除；已有的趟次和报警不变。`,
      }),
      told: ({ line }) => `已删除“${String(line)}”的绑定`,
    },
  );
  return {
    toolbar: (
      <Can do={lineBindingAdd}>
        <Button type="primary" icon={<Plus />} onClick={() => void navigate(editAddress())}>
          新增
        </Button>
      </Can>
    ),
    rowActions: (row) => [
      { label: '编辑', can: lineBindingSave, to: editAddress(String(row.bindingId)) },
      { label: '删除', can: lineBindingDel, danger: true, run: () => void remove(row, list.refresh) },
    ],
  };
};

/** What is asked again when a binding was written. */
export const staleBindings = [lineBindingReport.page, lineBindingReport.totalsCall];
