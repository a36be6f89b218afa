import { publishStatus } from '@tongda/contract/base/system-enums';
import { keysOf } from '@tongda/contract/core/keys';
import {
  type EditionRow,
  editionAdd,
  editionLabels,
  editionPage,
  editionUpdate,
  type InstructParam,
} from '@tongda/contract/watch/command/edition';
import { instructDanger, instructProtocol } from '@tongda/contract/watch/command/edition-enums';
import { Drawer, Select } from 'antd';
import { EditPanel } from '../../../kit/dialog/edit-panel';
import { EditField } from '../../../kit/form/edit-field';
import { EnumField, NumberField, TextAreaField, TextField } from '../../../kit/form/input/fields';
import { askToLeave } from '../../../kit/form/leave-guards';
import { newestRow, useNewestRow } from '../../../kit/list/newest-row';
import { ParamsInput } from './params-input';

const names = keysOf(editionLabels);

// the field of the form
const paramsInWords = (value: unknown): string => (value as InstructParam[]).map(({ name }) => name).join('、');

/** The form of a command of the catalogue. A published edition is not changed: saving makes the next one. */
export function EditionForm(props: { row: EditionRow | null; done: () => void; close: () => void }) {
  const { done, close } = props;
  const [row, renew] = useNewestRow(props.row, ({ id, code }) => newestRow(editionPage, { keyword: code }, id));
  const leave = (): void => void askToLeave().then((go) => (go ? close() : undefined));
  const saved = (): void => {
    done();
    close();
  };
  const isNext = row !== null && row.status !== publishStatus.draft;
  const title = row === null ? '新增指令' : isNext ? `${row.name} v${row.editionNo + 1}` : `编辑 ${row.name}`;
  return (
    <Drawer open aria-label={title} closable={false} size={760} styles={{ body: { padding: 0 } }} onClose={leave}>
      <EditPanel
        title={title}
        endpoint={row ? editionUpdate : editionAdd}
        initial={
          row
            ? Object.fromEntries(names.map((name) => [name, row[name] === '' ? null : row[name]]))
            : {
                protocol: instructProtocol.any,
                timeoutS: 60,
                retry: 0,
                danger: instructDanger.normal,
                params: [],
                models: [],
              }
        }
        toInput={(values) => (row ? { ...values, id: row.id, version: row.version } : values)}
        okText={isNext ? '保存为新版本' : undefined}
        saved={saved}
        close={leave}
        reload={renew}
      >
        {() => (
          <>
            <TextField name="name" label="指令名称" span={3} />
            <TextField name="code" label="编码" span={3} disabled={row !== null} />
            <EnumField name="danger" label="危险等级" span={3} of={instructDanger} help="危险指令须由另一人复核" />
            <TextField name="msgId" label="消息ID" span={3} placeholder="8103" upper />
            <TextField name="answerMsgId" label="应答消息ID" span={3} placeholder="留空为通用应答" upper />
            <EnumField name="protocol" label="协议" span={3} of={instructProtocol} />
            <EditField name="models" label="型号" span={12} verb="选择">
              <Select
                mode="tags"
                open={false}
                suffixIcon={null}
                placeholder="输入型号后回车，留空为全部型号"
                tokenSeparators={[',', '，', ' ']}
              />
            </EditField>
            <TextField name="firmwareFrom" label="最低固件" span={3} placeholder="1.0.0" />
            <TextField name="firmwareUntil" label="最高固件" span={3} placeholder="1.9.9" />
            <NumberField name="timeoutS" label="超时" unit="秒" span={3} />
            <NumberField name="retry" label="重试" unit="次" span={3} />
            <EditField
              name="params"
              label="参数（按报文中的顺序）"
              span={12}
              show={paramsInWords}
              help="消息ID为8103时，键填4位十六进制参数编号，如 0029；长度0表示不定长"
            >
              <ParamsInput />
            </EditField>
            <TextAreaField name="remark" label="说明" span={12} />
          </>
        )}
      </EditPanel>
    </Drawer>
  );
}
