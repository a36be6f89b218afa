import { publishStatus } from '@tongda/contract/base/system-enums';
import {
  type SurveyRow,
  surveyAdd,
  surveyColumns,
  surveyDetail,
  surveyEdit,
  surveyExport,
  surveyFilters,
  surveyPage,
  surveyPublish,
  surveyResult,
  surveyStop,
} from '@tongda/contract/company/survey/manage-calls';
import { Button } from 'antd';
import { Plus } from 'lucide-react';
import { useNavigate } from 'react-router';
import { call } from '../../../kit/call/api';
import { useRowAct } from '../../../kit/call/use-row-act';
import { ExportButton } from '../../../kit/files/export-button';
import { RegisterFilters } from '../../../kit/list/filter/declared';
import { ListPage } from '../../../kit/list/page';
import { useList } from '../../../kit/list/use-rows';
import { Can } from '../../../kit/session/can';
import { copyText } from '../../../kit/show/copy';
import { formatNumber } from '../../../kit/show/format';
import { StateDot } from '../../../kit/show/state-dot';
import { Empty } from '../../../kit/show/states';
import type { Cells, RowAction } from '../../../kit/table/types';
import { surveyLinks } from './links';

const tones = { 1: 'green', 2: 'amber' } as const;
const cells: Cells<SurveyRow> = {
  status: (row) => <StateDot of={publishStatus} tones={tones} code={row.status} />,
  rate: (row) => formatNumber(row.rate, 1),
};

/** 问卷调查: the provider's surveys, from draft to result. */
export function SurveyListPage() {
  const list = useList<SurveyRow>(surveyPage);
  const navigate = useNavigate();
  const publish = useRowAct(({ id, version }: SurveyRow) => call(surveyPublish, { id, version }), {
    sure: ({ title, targetCount }) => ({
      title: `发布“${title}”？发布后题目不能修改，${formatNumber(targetCount)}人可以填写。`,
      ok: '发布',
    }),
    told: () => '问卷已发布',
    done: list.refresh,
  });
  const stop = useRowAct(({ id, version }: SurveyRow) => call(surveyStop, { id, version }), {
    sure: ({ title }) => ({ title: `停止“${title}”？停止后不再接受答卷，已交的保留。`, ok: '停止' }),
    told: () => '问卷已停止',
    done: list.refresh,
  });
  const copyLink = useRowAct(({ id }: SurveyRow) => call(surveyDetail, { id }), {
    done: (_, { url }) => copyText(`${window.location.origin}${url}`),
  });
  const actions = (row: SurveyRow): RowAction[] => {
    const draft = row.status === publishStatus.draft;
    const running = row.status === publishStatus.published;
    return [
      ...(draft ? [{ label: '编辑', to: surveyLinks.edit(row.id), can: surveyEdit }] : []),
      ...(draft ? [{ label: '发布', run: () => publish(row), can: surveyPublish }] : []),
      ...(draft ? [] : [{ label: '结果', to: surveyLinks.result(row.id), can: surveyResult }]),
      ...(running ? [{ label: '复制链接', run: () => copyLink(row) }] : []),
      ...(running ? [{ label: '编辑', to: surveyLinks.edit(row.id), can: surveyEdit }] : []),
      ...(running ? [{ label: '停止', run: () => stop(row), can: surveyStop }] : []),
      { label: '复制', to: surveyLinks.copy(row.id), can: surveyAdd },
    ];
  };
  return (
    <ListPage
      list={list}
      columns={surveyColumns}
      cells={cells}
      filters={<RegisterFilters of={surveyFilters.table} />}
      toolbar={
        <>
          <Can do={surveyAdd}>
            <Button type="primary" icon={<Plus />} onClick={() => void navigate(surveyLinks.add)}>
              新增
            </Button>
          </Can>
          <ExportButton of={surveyExport} />
        </>
      }
      rowActions={actions}
      empty={<Empty title="没有问卷" text="新增问卷并发布后，企业用户会在页头的礼盒中看到" />}
    />
  );
}
