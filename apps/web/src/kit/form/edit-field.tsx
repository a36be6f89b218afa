import { Form } from 'antd';
import { type ReactElement, type ReactNode, useContext, useEffect } from 'react';
import { none } from '../show/format';
import { GroupContext, useEditScope } from './edit-context';
import { isBlankValue, isRequired, pathOf, sentenceFor, type Values, valueAt } from './edit-schema';
import { sameValue } from './use-dirty-guard';

export interface FieldProps {
  /** path in the endpoint's input: `plateNo`, `box.lengthM` */
  name: string;
  label: string;
  /** columns of 12; 3 = a quarter, 6 = half */
  span?: number;
  /** help under the field */
  help?: ReactNode;
  disabled?: boolean;
  /** must be filled in here, although the call goes without it elsewhere */
  required?: boolean;
}

interface EditFieldProps extends FieldProps {
  /** 请输入… or 请选择… */
  verb?: '输入' | '选择';
  /** how a value reads in the list of changes */
  show?: (value: unknown) => string;
  /** of a field that is a table: headings of its columns by their names */
  cells?: Readonly<Record<string, string>>;
  valuePropName?: string;
  getValueProps?: (value: unknown) => Record<string, unknown>;
  normalize?: (value: unknown) => unknown;
  children: ReactElement;
}

const plainText = (value: unknown): string =>
  value === undefined || value === null || value === ''
    ? none
    : Array.isArray(value)
      ? value.join('、')
      : String(value);

/** One control with its label, star, dot when changed, help, and the sentence of the endpoint's rule under it. */
export function EditField(props: EditFieldProps) {
  const { name, label, span = 3, verb = '输入', show = plainText } = props;
  const { form, schema, initial, register, input } = useEditScope();
  const group = useContext(GroupContext);
  const value: unknown = Form.useWatch(pathOf(name), form);
  const changed = !sameValue(value, valueAt(initial, name));
  useEffect(() => register({ name, label, group, show }), [register, name, label, group, show]);
  const validator = async (): Promise<void> => {
    if (props.required && isBlankValue(form.getFieldValue(pathOf(name)))) throw new Error(`请${verb}${label}`);
    // what is put together of form values is an object of them
    const sentence = sentenceFor(schema, input() as Values, name, { label, verb, cells: props.cells });
    if (sentence) throw new Error(sentence);
  };
  return (
    <div className="kit-form-field" data-span={span}>
      <Form.Item
        name={pathOf(name)}
        label={
          <>
            {changed && form.isFieldsTouched() ? <span className="kit-form-field-dot" title="已修改" /> : null}
            {label}
            {props.required || isRequired(schema, name) ? (
              <span className="kit-form-field-star" aria-hidden="true">
                *
              </span>
            ) : null}
          </>
        }
        extra={props.help}
        rules={[{ validator }]}
        valuePropName={props.valuePropName}
        getValueProps={props.getValueProps}
        normalize={props.normalize}
      >
        {props.children}
      </Form.Item>
    </div>
  );
}

/** A group of fields: heading and hint on the left, a grid of twelve columns on the right. */
export function FieldGroup(props: { title: string; hint?: ReactNode; children: ReactNode }) {
  return (
    <GroupContext.Provider value={props.title}>
      <section className="kit-form-group">
        <div className="kit-form-group-head">
          <h2>{props.title}</h2>
          {props.hint ? <div className="td-cap">{props.hint}</div> : null}
        </div>
        <div className="kit-form-group-grid">{props.children}</div>
      </section>
    </GroupContext.Provider>
  );
}
