import { Form, type FormInstance } from 'antd';
import type { Values } from '../../../kit/form/edit-schema';

/** What a field of a form holds now, and with every change of it; undefined while it holds nothing. `T` is what the page put there. */
export const useFieldValue = <T>(form: FormInstance<Values>, name: string): T | undefined =>
  // a form knows no types of its fields, the page that draws them does
  Form.useWatch(name, form) as T | undefined;
