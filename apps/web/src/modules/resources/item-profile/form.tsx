import { keysOf } from '@tongda/contract/core/keys';
import {
  type ItemProfileRow,
  type ItemRow,
  itemProfileAdd,
  itemProfileLabels,
  itemProfileOptions,
  itemProfilePage,
  itemProfileTry,
  itemProfileUpdate,
  standardProfile,
} from '@tongda/contract/resources/item-profile/calls';
import { Drawer, Form } from 'antd';
import { useAsk } from '../../../kit/call/use-ask';
import { EditPanel } from '../../../kit/dialog/edit-panel';
import { EditField } from '../../../kit/form/edit-field';
import { SelectField, TextAreaField, TextField } from '../../../kit/form/input/fields';
import { askToLeave } from '../../../kit/form/leave-guards';
import { newestRow, useNewestRow } from '../../../kit/list/newest-row';
import { useCan } from '../../../kit/session/can';
import { RowsInput } from './rows-input';
import { TryPanel } from './try-panel';
import { placeWords, targetWords } from './words';

const names = keysOf(itemProfileLabels);
const rowsWords = (value: unknown): string =>
  // the field of the form
  (value as ItemRow[]).map((row) => `${placeWords(row)} ${targetWords(row)}`).join('、');

interface Props {
  row: ItemProfileRow | null;
  /** values to begin with: those of another profile that is copied, or of an older edition */
  from?: Partial<ItemProfileRow>;
  done: () => void;
  close: () => void;
}

/** The form of a profile, with a field below in which a frame is tried before it is saved. */
export function ItemProfileForm(props: Props) {
  const { done, close, from = {} } = props;
  const [row, renew] = useNewestRow(props.row, ({ id, code }) => newestRow(itemProfilePage, { keyword: code }, id));
  const profiles = useAsk(itemProfileOptions, undefined).data ?? [];
  const canTry = useCan(itemProfileTry);
  const leave = (): void => void askToLeave().then((go) => (go ? close() : undefined));
  const saved = (): void => {
    done();
    close();
  };
  const title = row ? `编辑 ${row.name}` : '新增扩展数据解析';
  const start = { base: standardProfile, rows: [], ...row, ...from };
  return (
    <Drawer open aria-label={title} closable={false} size={1240} styles={{ body: { padding: 0 } }} onClose={leave}>
      <EditPanel
        title={title}
        endpoint={row ? itemProfileUpdate : itemProfileAdd}
        initial={Object.fromEntries(names.map((name) => [name, start[name] === '' ? null : start[name]]))}
        toInput={(values) => (row ? { ...values, id: row.id, version: row.version } : values)}
        okText={row ? '保存为新版本' : undefined}
        saved={saved}
        close={leave}
        reload={renew}
      >
        {(form) => (
          <>
            <TextField name="name" label="名称" span={3} />
            <TextField name="code" label="编码" span={3} disabled={row !== null} placeholder="maker-model" />
            <SelectField
              name="base"
              label="基础配置"
              span={3}
              options={profiles.filter(({ code }) => code !== row?.code)}
              help="本配置没有的数据项按基础配置解析"
            />
            <TextAreaField name="remark" label="说明" span={3} />
            <EditField
              name="rows"
              label="数据项"
              span={12}
              show={rowsWords}
              help="数据项和子项填十六进制；长度0表示不定长；值 = 原始值 × 系数 + 偏移；保存后终端的下一条报文即按新版本解析"
            >
              <RowsInput />
            </EditField>
            {canTry ? (
              <Form.Item className="resources-item-profile-wide" label="试解析（用当前填写的内容，不保存）">
                <Form.Item noStyle shouldUpdate>
                  {() => (
                    <TryPanel
                      // what the fields of the form hold
                      base={(form.getFieldValue('base') as string | null) ?? standardProfile}
                      // what the fields of the form hold
                      rows={(form.getFieldValue('rows') as ItemRow[] | undefined) ?? []}
                    />
                  )}
                </Form.Item>
              </Form.Item>
            ) : null}
          </>
        )}
      </EditPanel>
    </Drawer>
  );
}
