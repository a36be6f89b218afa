import { Button, Form, Tooltip } from 'antd';
import { Undo2 } from 'lucide-react';
import { type FieldMeta, useEditScope } from '../form/edit-context';
import { pathOf, type Values, valueAt } from '../form/edit-schema';
import { sameValue } from '../form/use-dirty-guard';
import { Panel } from './panel';

/** 修改内容: every changed field, old value struck through, new value, and a way back for each line. */
export function ChangesPanel({ fields, isNew }: { fields: ReadonlyMap<string, FieldMeta>; isNew: boolean }) {
  const { form, initial } = useEditScope();
  const values = Form.useWatch<Values>([], form) ?? initial;
  const changed = [...fields.values()].filter(({ name }) => !sameValue(valueAt(values, name), valueAt(initial, name)));
  if (isNew) return null;
  return (
    <Panel title="修改内容" extra={changed.length > 0 ? `${changed.length} 项` : undefined} flush>
      {changed.length === 0 ? <div className="kit-form-changes-none">还没有修改</div> : null}
      {changed.map((meta) => (
        <div className="kit-form-change" key={meta.name}>
          <div>
            <div className="td-cap">{meta.label}</div>
            <del>{meta.show(valueAt(initial, meta.name))}</del>
            <span className="kit-form-change-arrow">→</span>
            <ins>{meta.show(valueAt(values, meta.name))}</ins>
          </div>
          <Tooltip title="撤销这一项">
            <Button
              type="text"
              icon={<Undo2 />}
              aria-label={`撤销${meta.label}的修改`}
              onClick={() => {
                form.setFieldValue(pathOf(meta.name), valueAt(initial, meta.name));
                void form.validateFields([pathOf(meta.name)]).catch(() => undefined);
              }}
            />
          </Tooltip>
        </div>
      ))}
    </Panel>
  );
}
