import { formDialogModel } from '../../src/machines/formDialog/formDialog.model.ts';
import { testEdges } from '../model/edges.ts';

testEdges(formDialogModel, { promises: ['submit'] });
