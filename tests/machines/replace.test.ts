import { replaceModel } from '../../src/machines/replace/replace.model.ts';
import { testEdges } from '../model/edges.ts';

testEdges(replaceModel, { promises: ['count', 'replace'] });
