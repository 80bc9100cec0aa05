import { commentsModel } from '../../src/machines/comments/comments.model.ts';
import { testEdges } from '../model/edges.ts';

testEdges(commentsModel);
