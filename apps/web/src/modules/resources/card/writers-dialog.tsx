import { cardWriters, cardWriterUpdate, type WriterRow, writerColumns } from '@tongda/contract/resources/card/writer';
import { Form, Input, Modal, TreeSelect } from 'antd';
import { ChevronDown } from 'lucide-react';
import { useMemo, useState } from 'react';
import { AtField } from '../../../kit/dialog/act-bar';
import { FormDialog } from '../../../kit/dialog/form';
import { treeSearch, useTreeOptions } from '../../../kit/form/input/tree-options';
import { InnerList } from '../../../kit/list/inner';
import { newestRow } from '../../../kit/list/newest-row';
import { useCan } from '../../../kit/session/can';
import type { Cells } from '../../../kit/table/types';
import { loadOrgs } from '../../base/org/door';

const none = {};
/** 写卡设备: the card writers with their departments and last use. */
export function WritersDialog({ close }: { close: () => void }) {
  const [edited, setEdited] = useState<WriterRow | null>(null);
  const may = useCan(cardWriterUpdate);
  const cells = useMemo(
    (): Cells<WriterRow> => ({
      writerNo: (row) =>
        may ? (
          <button
            type="button"
            className="td-plain kit-table-word"
            title="修改型号和部门"
            aria-label={`修改${row.writerNo}`}
            onClick={() => setEdited(row)}
          >
            {row.writerNo}
          </button>
        ) : (
          row.writerNo
        ),
    }),
    [may],
  );
  return (
    <Modal open title="写卡设备" width={760} footer={null} onCancel={close}>
      <InnerList
        of={cardWriters}
        columns={writerColumns}
        fixed={none}
        cells={cells}
        search="设备编号 / 型号"
        empty="还没有写卡设备；写卡时填写设备编号后自动列出"
      />
      {edited ? <WriterForm key={edited.id} writer={edited} close={() => setEdited(null)} /> : null}
    </Modal>
  );
}

function WriterForm({ writer, close }: { writer: WriterRow; close: () => void }) {
  const [model, setModel] = useState(writer.model);
  const [orgId, setOrgId] = useState(writer.orgId);
  const orgs = useTreeOptions(loadOrgs);
  return (
    <FormDialog
      endpoint={cardWriterUpdate}
      input={{ id: writer.id, version: writer.version, model, orgId }}
      fresh={() => newestRow(cardWriters, { keyword: writer.writerNo }, writer.id)}
      stale={[cardWriters]}
      told={`${writer.writerNo} 已保存`}
      close={close}
      title={`写卡设备 ${writer.writerNo}`}
      width={400}
    >
      <Form layout="vertical">
        <AtField name="model" label="型号" htmlFor="writer-model">
          <Input id="writer-model" maxLength={30} value={model} onChange={(event) => setModel(event.target.value)} />
        </AtField>
        <AtField name="orgId" label="所属部门" htmlFor="writer-org">
          <TreeSelect
            id="writer-org"
            treeData={orgs}
            value={orgId ?? undefined}
            allowClear
            showSearch={treeSearch}
            treeDefaultExpandAll
            placeholder="可不选"
            suffixIcon={<ChevronDown className="td-ico td-mute" />}
            onChange={(next: string | undefined) => setOrgId(next ?? null)}
          />
        </AtField>
      </Form>
    </FormDialog>
  );
}
