import { resourceModel } from '../../src/machines/resource/resource.model.ts';
import { testEdges } from '../model/edges.ts';

testEdges(resourceModel, { promises: ['load'] });
