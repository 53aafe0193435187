import { Progress as ProgressPrimitive } from "radix-ui";
import { cn } from "@/lib/utils";

/** @param {React.ComponentProps<typeof ProgressPrimitive.Root>} props */
function Progress({ className, value = 0, ...props }) {
  return (
    <ProgressPrimitive.Root
      value={value}
      className={cn("relative h-2 w-full overflow-hidden rounded-full bg-secondary", className)}
      {...props}
    >
      <ProgressPrimitive.Indicator
        className="h-full w-full flex-1 bg-primary transition-all"
        style={{ transform: `translateX(-${100 - (value ?? 0)}%)` }}
      />
    </ProgressPrimitive.Root>
  );
}

export { Progress };
