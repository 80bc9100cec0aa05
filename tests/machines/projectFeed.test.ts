import { projectFeedModel } from '../../src/machines/projectFeed/projectFeed.model.ts';
import { testEdges } from '../model/edges.ts';

testEdges(projectFeedModel, { promises: [], talkers: ['stream'] });
