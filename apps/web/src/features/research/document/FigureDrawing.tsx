// A figure as the server has drawn it: a few shapes in the colours of the theme.
import { useId } from "react";
import { COLOURS, type Drawing, type FigurePart, type Shape } from "./document";

export function Figure({ figure }: { figure: FigurePart }) {
  return (
    <figure
      className={`min-w-0 rounded-lg border border-line bg-surface p-3 ${figure.wide ? "col-span-full" : ""}`}
    >
      <figcaption className="mb-1 text-sm font-semibold">{figure.drawing.title}</figcaption>
      {figure.wide ? (
        <>
          <div className="max-sm:hidden">
            <Svg drawing={figure.wide} />
          </div>
          <div className="sm:hidden">
            <Svg drawing={figure.drawing} />
          </div>
        </>
      ) : (
        <Svg drawing={figure.drawing} />
      )}
      <p className="mt-1 text-xs text-soft">{figure.source}</p>
    </figure>
  );
}

function Svg({ drawing }: { drawing: Drawing }) {
  const id = useId();
  return (
    <svg
      role="img"
      aria-labelledby={`${id}-title ${id}-text`}
      viewBox={`0 0 ${drawing.width} ${drawing.height}`}
      className="block h-auto w-full"
    >
      <title id={`${id}-title`}>{drawing.title}</title>
      <desc id={`${id}-text`}>{drawing.description}</desc>
      {drawing.shapes.map((shape, index) => (
        // eslint-disable-next-line react/no-array-index-key -- shapes never move
        <Mark key={index} shape={shape} />
      ))}
    </svg>
  );
}

function Mark({ shape }: { shape: Shape }) {
  const colour = COLOURS[shape.tone];
  switch (shape.type) {
    case "line":
      return (
        <line
          x1={shape.x1}
          y1={shape.y1}
          x2={shape.x2}
          y2={shape.y2}
          stroke={colour}
          strokeWidth={shape.width}
          strokeDasharray={shape.dashed ? "5 4" : undefined}
        />
      );
    case "path": {
      const path = `M${shape.points.map(([x, y]) => `${x} ${y}`).join("L")}`;
      return shape.filled ? (
        <path d={`${path}Z`} fill={colour} opacity={shape.opacity} />
      ) : (
        <path
          d={path}
          fill="none"
          stroke={colour}
          strokeWidth={shape.width}
          strokeLinejoin="round"
        />
      );
    }
    case "box":
      return (
        <rect
          x={shape.x}
          y={shape.y}
          width={shape.width}
          height={shape.height}
          fill={colour}
          opacity={shape.opacity}
        />
      );
    case "dot":
      return <circle cx={shape.x} cy={shape.y} r={shape.radius} fill={colour} />;
    case "text":
      return (
        <text
          x={shape.x}
          y={shape.y}
          fill={colour}
          fontSize={shape.size}
          textAnchor={shape.side}
          fontWeight={shape.bold ? 600 : undefined}
        >
          {shape.text}
        </text>
      );
    default:
      return null;
  }
}
